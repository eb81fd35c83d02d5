import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { Guild } from '../../../testing/discord/types.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import { addErrands, type NewErrand } from './errands.repo.ts'
import type { ErrandKind } from './errands.types.ts'

const GIVE = { kind: 'test.give', payload: z.object({ note: z.string().default('') }) } as const
const SAY = { kind: 'test.say', payload: z.object({ text: z.string() }) } as const
const KEEP = { kind: 'test.keep', payload: SAY.payload } as const

let channelId = ''
const give: ErrandKind<typeof GIVE.payload, true> = {
  ...GIVE,
  titles: async (_db, errands) => errands.map(() => 'Give a role'),
  run: async (actions, { payload, guildId, discordId, roleId }) => {
    if (payload.note === 'unwanted') return undefined
    await actions.giveRole(guildId ?? '', discordId ?? '', roleId ?? '', 'A test')
    return true
  },
}
const sayAs = (kind: string): ErrandKind<typeof SAY.payload, true> => ({
  kind,
  payload: SAY.payload,
  titles: async (_db, errands) => errands.map(() => 'Say something'),
  run: async (actions, { payload }) => {
    await actions.sendMessage(channelId, payload, 'a test')
    return true
  },
})

let discord: FakeDiscord
let guild: Guild
let high: string
let t: TestPortal
beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas', botRolePosition: 20 })
  high = discord.addRole(guild.id, { name: 'SAHP Trooper', position: 50 }).id
  channelId = discord.addChannel(guild.id, { name: 'news' }).id
  t = await startPortalWithBot(discord, { kinds: [give, sayAs(SAY.kind), { ...sayAs(KEEP.kind), keepsItsWork: true }] })
  await botIs(t, 'connected')
  await until(
    'the role is read',
    async () => (await t.db.selectFrom('discord_roles').select('id').where('id', '=', high).execute()).length === 1,
  )
})
afterAll(async () => {
  await t.close()
  await discord.close()
})
afterEach(async () => {
  discord.changeRole(guild.id, high, { position: 50, permissions: 0n })
  await t.db.deleteFrom('discord_errands').execute()
})

const newMember = () => {
  const { id } = discord.addUser({ username: `u${Math.random().toString(36).slice(2)}` })
  discord.addMember(guild.id, id)
  return id
}
const add = <P extends z.ZodType>(kind: { readonly kind: string; readonly payload: P }, errands: readonly NewErrand<P>[]) =>
  t.db.transaction().execute((tx) => addErrands(tx, kind, errands))
const askToGive = (members: readonly string[], note = '') =>
  add(
    GIVE,
    members.map((discordId) => ({ payload: { note }, queue: discordId, guildId: guild.id, discordId, roleId: high })),
  )
const rows = () => t.db.selectFrom('discord_errands').select(['state', 'problem']).orderBy('id').execute()
const haveEnded = () => until('all have ended', async () => (await rows()).every(({ state }) => state !== 'waiting'))
const jobs = async () => (await (await t.as('staff')).get('/api/discord')).json<{ jobs: { failed: number; held: number } }>().jobs

test('a failed errand no longer counts once its work was done', async () => {
  const members = [newMember(), newMember(), newMember()]
  await askToGive(members)
  await haveEnded()
  expect(await jobs()).toMatchObject({ failed: 3 })
  discord.changeRole(guild.id, high, { position: 3 })
  // Functions of the database add errands this way, without knowing about failed ones.
  await t.db
    .insertInto('discord_errands')
    .values({ kind: GIVE.kind, queue: 'q', guild_id: guild.id, discord_id: members[0] ?? '', role_id: high, payload: '{}' })
    .execute()
  await haveEnded()
  expect(await rows()).toMatchObject([
    { state: 'dropped', problem: 'Done since' },
    { state: 'failed' },
    { state: 'failed' },
    { state: 'done' },
  ])
  await askToGive(members.slice(1))
  expect((await rows()).slice(1, 3)).toEqual(Array(2).fill({ state: 'dropped', problem: 'Asked again since' }))
  await haveEnded()
  expect(await jobs()).toMatchObject({ failed: 0 })
})

test('an errand that fails again and again counts as one failure', async () => {
  const member = newMember()
  const another = newMember()
  await askToGive([another])
  for (let time = 0; time < 3; time += 1) {
    await t.db
      .insertInto('discord_errands')
      .values({ kind: GIVE.kind, queue: 'q', guild_id: guild.id, discord_id: member, role_id: high, payload: '{}' })
      .execute()
    await haveEnded()
  }
  expect(await rows()).toMatchObject([
    { state: 'failed' },
    { state: 'dropped', problem: 'Tried again since' },
    { state: 'dropped', problem: 'Tried again since' },
    { state: 'failed' },
  ])
  await askToGive([member], 'unwanted')
  await haveEnded()
  expect(await jobs()).toMatchObject({ failed: 1 })
})

test('errands about no member are the same work if their payload is, except those that keep their work', async () => {
  const broken = discord.fail({ method: 'POST', path: /\/messages/, status: 403, body: { message: 'No', code: 50_013 } })
  const say = (kind: typeof SAY | typeof KEEP, text: string) => add(kind, [{ queue: text, payload: { text } }])
  await say(SAY, 'one')
  await say(SAY, 'two')
  await t.db
    .insertInto('discord_errands')
    .values({ kind: KEEP.kind, queue: 'kept', payload: JSON.stringify({ text: 'kept' }) })
    .execute()
  await haveEnded()
  broken.stop()
  await say(SAY, 'one')
  await t.db
    .insertInto('discord_errands')
    .values({ kind: KEEP.kind, queue: 'kept', payload: JSON.stringify({ text: 'kept' }) })
    .execute()
  await haveEnded()
  expect((await rows()).map(({ state }) => state)).toEqual(['dropped', 'failed', 'failed', 'done', 'done'])
})

test('all failed errands are dropped at once, except those that an admin has to decide about', async () => {
  await askToGive([newMember(), newMember()])
  await add(GIVE, [{ queue: 'q', payload: {}, guildId: guild.id, discordId: newMember(), roleId: '1' }])
  await haveEnded()
  const path = '/api/discord/errands/drop-failed'
  expect((await (await t.as('staff')).post(path, {})).statusCode).toBe(403)
  discord.changeRole(guild.id, high, { permissions: 8n })
  await until('its power is read', async () => {
    const role = await t.db.selectFrom('discord_roles').select('permissions').where('id', '=', high).executeTakeFirst()
    return role?.permissions === '8'
  })
  const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)
  expect((await manager.post(path, {})).json()).toEqual({ dropped: 1, kept: 2 })
  expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'failed', 'dropped'])
  const admin = await t.as('admin')
  expect((await admin.post(path, {})).json()).toEqual({ dropped: 2, kept: 0 })
  expect((await admin.post(path, {})).json()).toEqual({ dropped: 0, kept: 0 })
  const written = await t.db.selectFrom('audit').select('id').where('action', '=', 'discord.errand-dropped').execute()
  expect(written).toHaveLength(2)
})

test('removals that wait for someone to confirm them are counted as held', async () => {
  const run = await t.db.insertInto('discord_runs').values({ guild_id: guild.id }).returning('id').executeTakeFirstOrThrow()
  const ledger = { guild_id: guild.id, role_id: high }
  await t.db
    .insertInto('discord_ledger')
    .values([
      { ...ledger, discord_id: '1', state: 'held', run_id: run.id },
      { ...ledger, discord_id: '2', state: 'held', run_id: run.id },
      { ...ledger, discord_id: '3', state: 'given' },
    ])
    .execute()
  expect(await jobs()).toMatchObject({ held: 2 })
})
