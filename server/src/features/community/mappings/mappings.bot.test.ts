import { DEPARTMENT, type MappedDepartment, type MappingChange, type MappingPreview } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { addLinkedMember } from '../../../testing/test-guild.ts'
import { followNow } from '../../../testing/test-mappings.ts'
import { until, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let discord: FakeDiscord
let database: TestDatabase
let t: TestPortal
let guildId: string
let officers: string
let sergeants: string
beforeEach(async () => {
  discord = await createTestDiscord()
  database = await createTestDatabase()
  guildId = discord.addGuild({ name: 'Our Town' }).id
  officers = discord.addRole(guildId, { name: 'Officers' }).id
  sergeants = discord.addRole(guildId, { name: 'Sergeants' }).id
  await connect()
  await make({ kind: 'add', roleId: officers, departmentId: DEPARTMENT.LSPD, rankId: await rankId('Officer II') })
  await make({ kind: 'add', roleId: sergeants, departmentId: DEPARTMENT.LSPD, rankId: await rankId('Sergeant') })
  await make({ kind: 'lead', departmentId: DEPARTMENT.LSPD, leader: 'discord' })
})
afterEach(async () => {
  await t?.close()
  await discord.close()
  await database.drop()
  expect(discord.defects).toEqual([])
})

const connect = async () => {
  t = await startPortalWithBot(discord, { database })
  await botIs(t, 'connected')
  await until('all members are read', isRead)
}
const isRead = async () =>
  ((await database.db.selectFrom('discord_guilds').select('members_read_at').executeTakeFirst())?.members_read_at ?? null) !== null
const closePortal = async () => {
  await t.close()
  await database.db.updateTable('discord_bot').set({ state: 'off' }).execute()
}
const rankId = async (name: string) =>
  (
    await database.db
      .selectFrom('ranks')
      .select('id')
      .where('name', '=', name)
      .where('department_id', '=', DEPARTMENT.LSPD)
      .executeTakeFirstOrThrow()
  ).id
const make = async (change: MappingChange) => {
  const admin = await t.as('admin')
  const { digest } = (await admin.post('/api/discord/mappings/preview', { change })).json<MappingPreview>()
  const answer = await admin.post('/api/discord/mappings', { change, digest })
  expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
}
const rankOf = async ({ userId }: Person): Promise<string | null> => {
  const row = await database.db
    .selectFrom('user_departments as m')
    .innerJoin('ranks as r', 'r.id', 'm.rank_id')
    .select('r.name')
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}
const becomes = (person: Person, rank: string | null) => until(`they are ${rank}`, async () => (await rankOf(person)) === rank)
const linked = async () => {
  const person = await t.addPerson()
  return { person, discordId: await addLinkedMember({ t, discord, guildId }, person) }
}
const has = (discordId: string, ...roles: string[]) => discord.changeMember(guildId, discordId, { roles })
const whyLossesWait = async () => {
  const { departments } = (await (await t.as('staff')).get('/api/discord/mappings')).json<{ departments: MappedDepartment[] }>()
  return departments.find(({ departmentId }) => departmentId === DEPARTMENT.LSPD)?.waitsBecause
}

test('a role given, changed and taken in Discord does so here, and so does leaving the server', async () => {
  const { person, discordId } = await linked()
  has(discordId, officers)
  await becomes(person, 'Officer II')
  has(discordId, officers, sergeants)
  await becomes(person, 'Sergeant')
  has(discordId, officers)
  await becomes(person, 'Officer II')
  discord.removeMember(guildId, discordId)
  await becomes(person, null)
  expect(await whyLossesWait()).toBeNull()
})

test('a role that was taken and one that was given while the bot was off are followed once it has read everyone', async () => {
  const [loses, gains] = [await linked(), await linked()]
  has(loses.discordId, sergeants)
  await becomes(loses.person, 'Sergeant')
  await closePortal()
  has(loses.discordId, officers)
  has(gains.discordId, sergeants)
  expect(await rankOf(loses.person)).toBe('Sergeant')
  await connect()
  await becomes(loses.person, 'Officer II')
  await becomes(gains.person, 'Sergeant')
})

test('during an outage of the server nobody loses anything, and what changed is followed after it', async () => {
  const { person, discordId } = await linked()
  has(discordId, officers)
  await becomes(person, 'Officer II')
  discord.setAvailable(guildId, false)
  await until('the outage is noted', async () => !(await isRead()))
  await database.db.deleteFrom('discord_links').where('user_id', '=', person.userId).execute()
  expect(await whyLossesWait()).toContain('does not know the members')
  await followNow(database.db)
  expect(await rankOf(person)).toBe('Officer II')
  discord.setAvailable(guildId, true)
  await becomes(person, null)
})

test('a bot that is not told of members takes nothing from anyone', async () => {
  const { person, discordId } = await linked()
  has(discordId, officers)
  await becomes(person, 'Officer II')
  await closePortal()
  discord.intents({ members: false })
  has(discordId)
  t = await startPortalWithBot(discord, { database })
  await botIs(t, 'connected')
  await until('everything is to be read anew', async () => !(await isRead()))
  await followNow(database.db)
  expect(await rankOf(person)).toBe('Officer II')
})
