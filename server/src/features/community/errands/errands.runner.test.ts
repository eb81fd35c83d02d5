import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { Guild } from '../../../testing/discord/types.ts'
import { createTestDatabase, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import { addErrands, type ErrandKind } from './errands.port.ts'

const GIVE = { kind: 'test.give', payload: z.object({ note: z.string().default('') }) } as const
const ran: string[] = []
const settled: string[] = []
const failures: string[] = []
let hold: Promise<void> = Promise.resolve()

const give: ErrandKind<typeof GIVE.payload, string> = {
  ...GIVE,
  titles: async (_db, errands) => errands.map(({ payload }) => `Give ${payload.note}`),
  run: async (discord, { payload, guildId, discordId, roleId }) => {
    ran.push(payload.note)
    if (payload.note === 'unwanted') return undefined
    if (payload.note === 'odd') throw new Error('a defect')
    await discord.giveRole(guildId ?? '', discordId ?? '', roleId ?? '', 'A test')
    await hold
    return payload.note
  },
  settle: async (_tx, _errand, note) => void settled.push(note),
  failed: async (_tx, { payload }, problem) => void failures.push(`${payload.note}: ${problem}`),
}

let discord: FakeDiscord
let database: TestDatabase
let guild: Guild
let roleId: string
let t: TestPortal
let second: TestPortal | undefined
beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas', botRolePosition: 20 })
  roleId = discord.addRole(guild.id, { name: 'LSPD', position: 3 }).id
  database = await createTestDatabase()
  t = await startPortalWithBot(discord, { database, kinds: [give] })
  await botIs(t, 'connected')
  await until(
    'all is read',
    async () => (await t.db.selectFrom('discord_roles').select('id').where('id', '=', roleId).execute()).length === 1,
  )
})
afterAll(async () => {
  await t.close()
  await second?.close()
  await database.drop()
  await discord.close()
})
afterEach(async () => {
  for (const list of [ran, settled, failures]) list.splice(0)
  discord.limits.clear()
  await t.db.deleteFrom('discord_errands').execute()
})

const newMember = () => {
  const { id } = discord.addUser({ username: `u${Math.random().toString(36).slice(2)}` })
  discord.addMember(guild.id, id)
  return id
}
type Ask = { readonly note: string; readonly discordId?: string; readonly queue?: string; readonly role?: string; readonly runAt?: Date }
const ask = (...asked: readonly Ask[]) =>
  t.db.transaction().execute((tx) =>
    addErrands(
      tx,
      GIVE,
      asked.map(({ note, discordId = newMember(), queue = discordId, role = roleId, runAt }) => ({
        payload: { note },
        queue,
        guildId: guild.id,
        discordId,
        roleId: role,
        ...(runAt ? { runAt } : {}),
      })),
    ),
  )
const loseBot = () =>
  withClient(database.url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7301450 and database = (select oid from pg_database where datname = current_database())",
    ),
  )
const rows = () => t.db.selectFrom('discord_errands').selectAll().orderBy('id').execute()
const allAre = (state: string) => until(`all are ${state}`, async () => (await rows()).every((row) => row.state === state), 20_000)

test('errands of one queue run in order, and those of different queues at the same time', async () => {
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  await ask(
    { note: 'a1', queue: 'a' },
    { note: 'a2', queue: 'a' },
    { note: 'b1', queue: 'b' },
    { note: 'a3', queue: 'a' },
    { note: 'later', queue: 'a', runAt: new Date(Date.now() + 3_600_000) },
  )
  await until('the first of each have begun', () => ran.length === 2)
  expect(ran.toSorted()).toEqual(['a1', 'b1'])
  gate.resolve()
  const states = async () => (await rows()).map(({ state }) => state)
  await until('all but the last are done', async () => isDeepStrictEqual(await states(), ['done', 'done', 'done', 'done', 'waiting']))
  expect(settled.filter((note) => note.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
})

test('an errand that already waits is not added again, unless it is running', async () => {
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  const discordId = newMember()
  await ask({ note: 'first', discordId })
  await until('it has begun', () => ran.length === 1)
  await ask({ note: 'again', discordId }, { note: 'once more', discordId })
  expect((await rows()).length).toBe(2)
  gate.resolve()
  await until('both are done', () => settled.length === 2)
  expect(settled).toEqual(['first', 'again'])
})

test('while Discord has a problem, an errand is tried again with the reason shown, and is done once', async () => {
  const discordId = newMember()
  const broken = discord.fail({ method: 'PUT', path: /\/roles\//, status: 500 })
  await ask({ note: 'patient', discordId })
  await until('it waits', async () => (await rows())[0]?.problem === 'Discord has a problem (500)')
  await until('it was tried again', async () => ((await rows())[0]?.attempts ?? 0) > 1)
  broken.stop()
  await allAre('done')
  expect(settled).toEqual(['patient'])
  expect(discord.member(guild.id, discordId).roles).toEqual([roleId])
})

test.each([
  ['cuts the line', { reset: true }],
  ['answers after the deed was done, but the answer is lost', { reset: true, after: true }],
  ['is a proxy that keeps us out', { status: 502, body: '<html></html>' }],
])('an errand is done in the end if Discord %s', async (_name, fault) => {
  discord.fail({ method: 'PUT', path: /\/roles\//, ...fault, times: 2 })
  await ask({ note: 'one' }, { note: 'two' })
  await allAre('done')
  expect(settled.toSorted()).toEqual(['one', 'two'])
})

test('an unannounced rate limit is waited for, and shown', async () => {
  discord.limits.exhaust('memberRoles', 2500)
  await ask({ note: 'limited' })
  await until(
    'it is shown',
    async () => (await t.db.selectFrom('discord_bot').select('limited_until').executeTakeFirst())?.limited_until !== null,
  )
  const http = await t.as('staff')
  expect((await http.get('/api/discord')).json().jobs).toMatchObject({ waiting: 1, limitedUntil: expect.any(String) })
  await allAre('done')
})

test('announced rate limits are kept, so that Discord refuses nothing', async () => {
  discord.limits.set({ memberRoles: { limit: 5, perMs: 300 } })
  const { refused } = discord.limits
  await ask(...Array.from({ length: 20 }, (_, i) => ({ note: `n${i}` })))
  await allAre('done')
  expect(settled).toHaveLength(20)
  expect(discord.limits.refused).toBe(refused)
})

test('errands that the bot may not do fail, and say what to do about it', async () => {
  const high = discord.addRole(guild.id, { name: 'SAHP Trooper', position: 50 })
  const managed = discord.addRole(guild.id, { name: 'Booster', position: 2, managed: true })
  await until(
    'both are read',
    async () => (await t.db.selectFrom('discord_roles').selectAll().where('id', 'in', [high.id, managed.id]).execute()).length === 2,
  )
  const gone = discord.addUser({ username: 'never-joined' }).id
  await ask(
    { note: 'high', role: high.id },
    { note: 'managed', role: managed.id },
    { note: 'stranger', discordId: gone },
    { note: 'no role', role: '1' },
  )
  await allAre('failed')
  expect(failures.toSorted()).toEqual([
    "high: The bot's role is below SAHP Trooper. Move it up in Discord.",
    'managed: Booster belongs to an integration: nobody can give or take it.',
    'no role: The role is gone in Discord',
    'stranger: The member is not in the Discord server',
  ])
})

test('an errand that is no longer wanted is dropped, and a defect of the portal does not stop others', async () => {
  await ask({ note: 'unwanted' }, { note: 'odd' }, { note: 'fine' })
  await until('they have ended', async () => (await rows()).every(({ state }) => state !== 'waiting'), 20_000)
  expect((await rows()).map(({ state }) => state)).toEqual(['dropped', 'failed', 'done'])
  expect(failures).toEqual(['odd: Something went wrong in the portal; its log says more'])
})

test('while Discord refuses the token, all errands wait, and the bot’s status says so', async () => {
  const token = discord.token
  discord.token = 'reset'
  await ask({ note: 'waits' })
  await botIs(t, 'refused')
  expect((await rows())[0]).toMatchObject({ state: 'waiting', problem: 'Discord refuses the bot token' })
  discord.token = token
  await botIs(t, 'connected')
  await allAre('done')
})

test('an errand of a node that is cut off is done by another node, and settled once', async () => {
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  second = await startPortalWithBot(discord, { database, kinds: [give] })
  await ask({ note: 'twice' })
  await until('it has begun', () => ran.length === 1)
  await loseBot()
  await until('the other has begun it too', () => ran.length === 2)
  gate.resolve()
  await allAre('done')
  expect(settled).toEqual(['twice'])
})

test('a node that loses the bot gives up its calls at once, and writes nothing about them', async () => {
  hold = Promise.resolve()
  discord.fail({ path: /\/roles\//, hang: true, times: 1 })
  await ask({ note: 'given up' })
  await until('it has begun', () => ran.length === 1)
  await loseBot()
  // Long before the call would time out.
  await until('the other has done it', async () => (await rows())[0]?.state === 'done', 10_000)
  expect((await rows())[0]).toMatchObject({ attempts: 0, problem: '' })
  expect(failures).toEqual([])
})
