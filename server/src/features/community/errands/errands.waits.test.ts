import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { Guild } from '../../../testing/discord/types.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import { sendOnce } from '../posts/posts.port.ts'
import { addErrands, type ErrandKind } from './errands.port.ts'

const GIVE = { kind: 'test.give', payload: z.object({}) } as const
const give: ErrandKind<typeof GIVE.payload, true> = {
  ...GIVE,
  titles: async (_db, errands) => errands.map(() => 'Give a role'),
  run: async (actions, { guildId, discordId, roleId: role }) => {
    await actions.giveRole(guildId ?? '', discordId ?? '', role ?? '', 'A test')
    return true
  },
}

const FIRST_RETRY_MS = 400
/** Longer than any test waits. */
const A_LONG_WAIT = 120_000
/** Tests change the first wait after a failure. */
const runner = { firstRetryMs: FIRST_RETRY_MS, maxRetryMs: 3_600_000, pollMs: A_LONG_WAIT }

let discord: FakeDiscord
let database: TestDatabase
let guild: Guild
let roleId: string
let t: TestPortal
/** Does not run the bot. */
let other: TestPortal
beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas', botRolePosition: 20 })
  roleId = discord.addRole(guild.id, { name: 'LSPD', position: 3 }).id
  database = await createTestDatabase()
  t = await startPortalWithBot(discord, { database, kinds: [give], runner })
  await botIs(t, 'connected')
  other = await startPortalWithBot(discord, { database, kinds: [give], runner })
})
afterAll(async () => {
  await other.close()
  await t.close()
  await database.drop()
  await discord.close()
})
afterEach(async () => {
  runner.firstRetryMs = FIRST_RETRY_MS
  discord.limits.clear()
  await until('nothing runs', async () => (await rows()).every(({ started_at }) => started_at === null))
  await t.db.deleteFrom('discord_errands').execute()
  await isBack()
  // By then the lane has forgotten earlier failures.
  await askToGive(newMembers(1))
  await allAreDone()
  await t.db.deleteFrom('discord_errands').execute()
})

const rows = () => t.db.selectFrom('discord_errands').selectAll().orderBy('id').execute()
const newMember = () => {
  const { id } = discord.addUser({ username: `u${Math.random().toString(36).slice(2)}` })
  discord.addMember(guild.id, id)
  return id
}
const askToGive = (members: readonly string[]) =>
  t.db.transaction().execute((tx) =>
    addErrands(
      tx,
      GIVE,
      members.map((discordId) => ({ payload: {}, queue: `member:${guild.id}:${discordId}`, guildId: guild.id, discordId, roleId })),
    ),
  )
const newMembers = (many: number) => Array.from({ length: many }, newMember)
const allAreDone = () => until('all are done', async () => (await rows()).every(({ state }) => state === 'done'))
const isSaid = (channelId: string) => until('it is said', () => discord.messages(channelId).length === 1)

test('messages and a long sync of roles do not wait for each other', async () => {
  discord.limits.set({ memberRoles: { limit: 2, perMs: 3000 } })
  const channel = discord.addChannel(guild.id, { name: 'news' })
  await askToGive(newMembers(14))
  const done = async () => (await rows()).filter(({ kind, state }) => kind === GIVE.kind && state === 'done').length
  await until('some are done', async () => (await done()) >= 2)
  await t.db.transaction().execute((tx) => sendOnce(tx, { channelId: channel.id, message: { text: 'Patrol now' } }))
  await isSaid(channel.id)
  expect(await done()).toBeLessThanOrEqual(4)
  discord.limits.clear()
  await t.db.deleteFrom('discord_errands').where('started_at', 'is', null).execute()
})

test('messages are sent while Discord fails at roles', async () => {
  const broken = discord.fail({ method: 'PUT', path: /\/roles\//, status: 502 })
  const channel = discord.addChannel(guild.id, { name: 'more-news' })
  await askToGive(newMembers(20))
  await until('it was noticed', async () => (await rows()).some(({ problem }) => problem !== ''))
  await t.db.transaction().execute((tx) => sendOnce(tx, { channelId: channel.id, message: { text: 'Patrol now' } }))
  await isSaid(channel.id)
  broken.stop()
})

async function isBack() {
  const { resumes } = discord.gateway
  discord.gateway.close(4000)
  await until('the bot is back', () => discord.gateway.resumes > resumes)
}

const attemptsOfAll = async () => (await rows()).reduce((sum, { attempts }) => sum + attempts, 0)

/** Makes an errand fail until its next try is far away. */
async function putFarOff(members: readonly string[]) {
  const broken = discord.fail({ method: 'PUT', path: /\/roles\//, status: 503 })
  await askToGive(members)
  await until('it was tried three times', async () => (await attemptsOfAll()) >= 2 + members.length)
  // The wait after the next failure is longer than the test.
  const tried = await attemptsOfAll()
  runner.firstRetryMs = A_LONG_WAIT
  await until('it was tried once more', async () => (await attemptsOfAll()) > tried)
  await until('none runs', async () => (await rows()).every(({ started_at }) => started_at === null))
  await t.db
    .updateTable('discord_errands')
    .set({ run_at: new Date(Date.now() + A_LONG_WAIT) })
    .execute()
  broken.stop()
}

test('when the bot is back, errands that were postponed because of Discord are tried at once', async () => {
  await putFarOff(newMembers(3))
  await isBack()
  await allAreDone()
})

test('an errand that a person retries runs at once, with those before it, whichever node is asked', async () => {
  const [first = '', second = ''] = newMembers(2)
  await putFarOff([first, second])
  const [ahead, behind] = await rows()
  await t.db.updateTable('discord_errands').set({ queue: 'one' }).execute()
  const admin = await other.as('admin')
  expect((await admin.post(`/api/discord/errands/${behind?.id}/retry`, {})).json()).toMatchObject({ state: 'waiting' })
  await allAreDone()
  expect((await rows()).map(({ id }) => id)).toEqual([ahead?.id, behind?.id])
})

test('errands that failed because of the portal are not tried earlier when the bot is back', async () => {
  const runAt = new Date(Date.now() + A_LONG_WAIT)
  await askToGive(newMembers(1))
  await allAreDone()
  await t.db
    .updateTable('discord_errands')
    .set({ state: 'waiting', ended_at: null, attempts: 2, run_at: runAt, problem: 'Something went wrong in the portal; its log says more' })
    .execute()
  await isBack()
  await askToGive(newMembers(1))
  await until('another is done', async () => (await rows())[1]?.state === 'done')
  expect((await rows())[0]).toMatchObject({ state: 'waiting', run_at: runAt })
})
