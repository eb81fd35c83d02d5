import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { preparePortalProcesses, type PortalProcesses } from '../../../testing/test-discord-process.ts'
import { entitleRole } from '../../../testing/test-discord-rows.ts'
import { until } from '../../../testing/test-portal.ts'

const MEMBERS = 60
let portals: PortalProcesses
let discord: FakeDiscord
let database: TestDatabase
beforeEach(async () => {
  portals = await preparePortalProcesses()
  ;({ discord, database } = portals)
})
afterEach(() => portals.close())

async function insertOfficers(discordIds: readonly string[]): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    const rows = discordIds.map((id) => ({ name: `Member ${id}`, email: `m${id}@example.com`, password_hash: 'none' }))
    const accounts = await tx.insertInto('users').values(rows).returning('id').execute()
    const { id } = await tx.selectFrom('departments').select('id').where('name', '=', 'LSPD').executeTakeFirstOrThrow()
    const memberships = accounts.map((account) => ({ user_id: account.id, department_id: id, is_primary: true }))
    await tx.insertInto('user_departments').values(memberships).execute()
    const links = accounts.map((account, index) => ({ user_id: account.id, discord_id: discordIds[index] ?? '', how: 'page' }))
    await tx
      .insertInto('discord_links')
      .values(links.map((each) => ({ ...each, username: 'x', display_name: 'x' })))
      .execute()
  })
}

test('a portal that is killed while it gives roles continues where it was: no role is lost or taken', { timeout: 120_000 }, async () => {
  const { id: guildId } = discord.addGuild({ name: 'Our Town' })
  const { id: roleId } = discord.addRole(guildId, { name: 'Police' })
  const members = Array.from({ length: MEMBERS }, (_, index) => {
    const { id } = discord.addUser({ username: `member${index}` })
    discord.addMember(guildId, id)
    return id
  })
  // Discord answers slowly enough for the portal to be killed in the middle.
  discord.limits.set({ memberRoles: { limit: 5, perMs: 200 } })
  const portal = await portals.start()
  const { db } = database
  await until(
    'the mirror is complete',
    async () => (await db.selectFrom('discord_members').select('discord_id').execute()).length > MEMBERS,
    30_000,
  )
  await insertOfficers(members)
  await entitleRole(db, roleId, 'LSPD')
  // As if someone had confirmed the preview. The entitlement that is added next makes the portal plan.
  await db.updateTable('discord_guilds').set({ followed_at: new Date() }).execute()
  await db.updateTable('users').set({ avatar_color: 'blue' }).where('email', '=', `m${members[0]}@example.com`).execute()

  const gives = () => discord.requests.filter(({ method, path }) => method === 'PUT' && path.includes(`/roles/${roleId}`))
  await until('some are given', () => gives().length >= 12, 60_000)
  await portals.kill(portal)
  const before = gives().length
  expect(before).toBeLessThan(MEMBERS)

  await portals.start()
  await until('all are given', () => members.every((id) => discord.member(guildId, id).roles.includes(roleId)), 60_000)
  await until(
    'all are noted',
    async () => (await db.selectFrom('discord_ledger').select('state').where('state', '=', 'given').execute()).length === MEMBERS,
    30_000,
  )
  const errands = await db.selectFrom('discord_errands').select(['kind', 'state', 'discord_id']).where('kind', 'like', 'role.%').execute()
  expect(errands).toHaveLength(MEMBERS)
  expect(new Set(errands.map(({ kind, state }) => `${kind} ${state}`))).toEqual(new Set(['role.give done']))
  // Only errands that were under way are repeated, which changes nothing.
  expect(gives().length).toBeLessThanOrEqual(MEMBERS + 8)
  expect(discord.requests.filter(({ method, path }) => method === 'DELETE' && path.includes('/roles/'))).toEqual([])
})
