import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { entitleRole } from '../../../testing/test-discord-rows.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { addLinkedMember, followGuild } from '../../../testing/test-guild.ts'
import { fullOr } from '../../../testing/test-length.ts'
import { until, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let discord: FakeDiscord
let t: TestPortal
let guildId: string
let police: string
beforeEach(async () => {
  discord = await createTestDiscord()
  guildId = discord.addGuild({ name: 'Our Town' }).id
  police = discord.addRole(guildId, { name: 'Police' }).id
})
afterEach(async () => {
  await t?.close()
  await discord.close()
})

const start = async () => {
  t = await startPortalWithBot(discord)
  await botIs(t, 'connected')
  await until('the mirror has the role', async () => (await role(police)) !== undefined)
}
const role = (id: string) => t.db.selectFrom('discord_roles').select('gone_at').where('id', '=', id).executeTakeFirst()
const link = (person: Person) => addLinkedMember({ t, discord, guildId }, person)
const has = (discordId: string, roleId: string) => discord.member(guildId, discordId).roles.includes(roleId)
const drift = async () =>
  (await (await t.as('staff')).get(`/api/discord/guilds/${guildId}/drift`)).json<{ items: { kind: string; detail: string }[] }>().items

test('a promotion on the portal changes roles in Discord, and a demotion takes them back', async () => {
  const sergeant = discord.addRole(guildId, { name: 'Sergeants' }).id
  await start()
  await entitleRole(t.db, police, 'LSPD')
  await entitleRole(t.db, sergeant, 'LSPD', 'Sergeant')
  const officer = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Officer II', isPrimary: true }] })
  const discordId = await link(officer)
  await followGuild(t, guildId)
  await until('they are police', () => has(discordId, police))
  expect(has(discordId, sergeant)).toBe(false)

  const lspd = await t.db.selectFrom('departments').select('id').where('name', '=', 'LSPD').executeTakeFirstOrThrow()
  const ranks = await t.db.selectFrom('ranks').select(['id', 'name']).where('department_id', '=', lspd.id).execute()
  const rankId = (name: string) => ranks.find((each) => each.name === name)?.id
  const admin = await t.as('admin')
  const setRank = async (name: string) => {
    const { version } = (await admin.get(`/api/members/${officer.userId}`)).json<{ version: number }>()
    const body = { departmentId: lspd.id, rankId: rankId(name), reason: 'Good work', version }
    expect((await admin.post(`/api/members/${officer.userId}/rank`, body)).statusCode).toBe(200)
  }
  await setRank('Sergeant')
  await until('they are a sergeant', () => has(discordId, sergeant))
  await setRank('Officer II')
  await until('no longer', () => !has(discordId, sergeant))
  expect(has(discordId, police)).toBe(true)
  expect(discord.requests.filter(({ method }) => method === 'PUT' || method === 'DELETE').map(({ method }) => method)).toEqual(
    expect.arrayContaining(['PUT', 'DELETE']),
  )
})

test('a role above the bot is shown as stuck with the reason, and given once it was moved and someone tries again', async () => {
  await start()
  const high = discord.addRole(guildId, { name: 'Chiefs', position: 150 }).id
  await until('the mirror has it', async () => (await role(high)) !== undefined)
  await entitleRole(t.db, high, 'LSPD')
  const discordId = await link(await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] }))
  await followGuild(t, guildId)
  // Read only once, because the bot tries again by itself soon after it has connected.
  let stuck: { detail: string } | undefined
  await until('it is stuck', async () => (stuck = (await drift()).find(({ kind }) => kind === 'stuck')) !== undefined)
  expect(stuck?.detail).toContain('Chiefs')
  discord.changeRole(guildId, high, { position: 1 })
  const fix = { kind: 'stuck', discordId, roleId: high }
  // The bot may already have noticed that it can give the role now.
  expect([200, 409]).toContain((await (await t.as('admin')).post(`/api/discord/guilds/${guildId}/drift/fix`, fix)).statusCode)
  await until('it is given', () => has(discordId, high))
})

test('changes by hand in Discord are listed, and a bot that is removed takes no access away', async () => {
  await start()
  await entitleRole(t.db, police, 'LSPD')
  const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  const discordId = await link(person)
  await followGuild(t, guildId)
  await until('they are police', () => has(discordId, police))
  await until('nothing drifts', async () => (await drift()).length === 0)
  discord.changeMember(guildId, discordId, { roles: [] })
  await until('it is listed', async () => (await drift()).some(({ kind }) => kind === 'lacks'))
  discord.removeBot(guildId)
  await until('it has left', async () =>
    Boolean((await t.db.selectFrom('discord_guilds').select('left_at').where('id', '=', guildId).executeTakeFirst())?.left_at),
  )
  expect((await t.http(person.token).get('/api/auth/me')).statusCode).toBe(200)
  expect((await (await t.as('staff')).get(`/api/discord/guilds/${guildId}/drift`)).statusCode).toBe(404)
})

test('many members get their role without a single refusal by Discord', { timeout: 120_000 }, async () => {
  const members = Array.from({ length: fullOr(1000, 250) }, (_, index) => {
    const { id } = discord.addUser({ username: `member${index}` })
    discord.addMember(guildId, id)
    return id
  })
  await start()
  await entitleRole(t.db, police, 'LSPD')
  await t.db.transaction().execute(async (tx) => {
    const rows = members.map((_, index) => ({ name: `Member ${index}`, email: `m${index}@example.com`, password_hash: 'none' }))
    const accounts = await tx.insertInto('users').values(rows).returning('id').execute()
    const { id } = await tx.selectFrom('departments').select('id').where('name', '=', 'LSPD').executeTakeFirstOrThrow()
    await tx
      .insertInto('user_departments')
      .values(accounts.map((account) => ({ user_id: account.id, department_id: id, is_primary: true })))
      .execute()
    const links = accounts.map((account, index) => ({ user_id: account.id, discord_id: members[index]!, how: 'page' }))
    await tx
      .insertInto('discord_links')
      .values(links.map((each) => ({ ...each, username: each.discord_id, display_name: each.discord_id })))
      .execute()
  })
  // The bot is in the mirror too, so it takes more than a count.
  const mirrored = () => t.db.selectFrom('discord_members').select('discord_id').where('discord_id', 'in', members).execute()
  await until('the mirror is complete', async () => (await mirrored()).length === members.length, 20_000)
  // A limit as narrow as Discord's, on a faster clock.
  discord.limits.set({ memberRoles: { limit: 50, perMs: 200 }, global: { limit: 200, perMs: 200 } })
  const before = discord.requests.length
  await followGuild(t, guildId)
  await until('everyone has it', () => members.every((id) => has(id, police)), 90_000)
  expect(discord.limits.refused).toBe(0)
  expect(discord.requests.slice(before).filter(({ method }) => method === 'PUT')).toHaveLength(members.length)
})

test("a role that waits for two-factor authentication of the bot's owner says so, and is given once it is switched on", async () => {
  discord.ownerMfa(false)
  discord.changeGuild(guildId, { mfaLevel: 1 })
  await start()
  await entitleRole(t.db, police, 'LSPD')
  const discordId = await link(await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Officer II', isPrimary: true }] }))
  await followGuild(t, guildId)
  const errand = () => t.db.selectFrom('discord_errands').selectAll().where('discord_id', '=', discordId).executeTakeFirst()
  await until('it was refused', async () => (await errand())?.problem.includes('two-factor authentication') === true)
  const waiting = await errand()
  expect(waiting).toMatchObject({ state: 'waiting' })
  expect(waiting?.run_at.getTime()).toBeGreaterThan(Date.now() + 600_000)
  const { needs_mfa } = await t.db.selectFrom('discord_guilds').select('needs_mfa').executeTakeFirstOrThrow()
  expect(needs_mfa).toBe(true)
  discord.ownerMfa(true)
  await t.db.updateTable('discord_errands').set({ run_at: new Date() }).execute()
  await until('they have the role', () => has(discordId, police))
})
