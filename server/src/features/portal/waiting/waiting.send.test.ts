import { signedIn } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Waiting } from '../../../platform/waiting.ts'
import { insertGuild, insertLinked } from '../../../testing/test-discord-rows.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { wordNotices } from '../../community/posts/posts.notices.ts'
import { sendWaiting } from './waiting.send.ts'

let t: TestPortal
let guildId: string
beforeAll(async () => {
  t = await startTestPortal()
  guildId = await insertGuild(t.db)
})
afterAll(() => t.close())

const choose = (person: Person, sendsWaiting?: boolean) =>
  t.http(person.token).put('/api/discord/preferences', { sendsNotices: false, patrolNotify: false, sendsWaiting })
/** A member who wants to be told, and what waits for each: the tests change the counts. */
const subscribed = async () => {
  const person = await t.addPerson()
  await insertLinked(t.db, guildId, person.userId)
  expect((await choose(person, true)).statusCode).toBe(200)
  const counts = { fines: 0, drafts: 0 }
  const kind = (id: keyof typeof counts, isOwnDoing?: true): Waiting => ({
    id,
    access: signedIn,
    changedBy: [],
    count: async () => new Map([[person.userId, counts[id]]]),
    words: (count) => `${count} ${id}`,
    path: '/user/home',
    ...(isOwnDoing && { isOwnDoing }),
  })
  const send = () => sendWaiting({ db: t.db, kinds: [kind('fines'), kind('drafts', true)], switches: { isOn: () => true } })
  return { person, counts, send }
}
const lines = async ({ userId }: Person) => {
  const { rows } = await sql<{ about: { words: string[] } }>`
    select about from discord_lines where target = ${`member:${userId}`} order by id`.execute(t.db)
  return rows.map(({ about }) => about.words)
}
const anHourPasses = ({ userId }: Person) =>
  sql`update discord_waiting set sent_at = sent_at - interval '61 minutes' where user_id = ${userId}`.execute(t.db)

test('only what is new is sent, once, and nothing that waited when the member asked to be told', async () => {
  const { person, counts, send } = await subscribed()
  counts.fines = 2
  await send()
  expect(await lines(person), 'the member has seen these').toEqual([])
  counts.fines = 3
  counts.drafts = 1
  await send()
  await send()
  expect(await lines(person)).toEqual([['3 fines']])
})

test('at most one message an hour, and what came meanwhile is told after it', async () => {
  const { person, counts, send } = await subscribed()
  await send()
  counts.fines = 1
  await send()
  counts.fines = 4
  await send()
  expect(await lines(person)).toEqual([['1 fines']])
  await anHourPasses(person)
  await send()
  expect(await lines(person)).toEqual([['1 fines'], ['4 fines']])
})

test('a thing that was done and comes again is new', async () => {
  const { person, counts, send } = await subscribed()
  await send()
  counts.fines = 1
  await send()
  counts.fines = 0
  await send()
  await anHourPasses(person)
  counts.fines = 1
  await send()
  expect(await lines(person)).toEqual([['1 fines'], ['1 fines']])
})

test('a member who chose nothing, or has no linked account, is told nothing', async () => {
  const { person, counts, send } = await subscribed()
  await send()
  expect((await choose(person)).json(), 'a choice that is not sent stays').toMatchObject({ sendsWaiting: true })
  await choose(person, false)
  counts.fines = 1
  await send()
  expect(await lines(person)).toEqual([])
  expect((await choose(await t.addPerson(), true)).statusCode).toBe(409)
})

test('the message names what waits and leads home', async () => {
  const { person } = await subscribed()
  const message = await wordNotices(
    t.db,
    person.userId,
    [{ kind: 'waiting', words: ['3 unpaid fines', '1 report to approve'] }],
    'https://p.example',
  )
  expect(message?.text).toBe('**Waiting for you**\n3 unpaid fines\n1 report to approve\n<https://p.example/user/home>')
  await choose(person, false)
  expect(await wordNotices(t.db, person.userId, [{ kind: 'waiting', words: ['3 unpaid fines'] }], undefined)).toBeNull()
})
