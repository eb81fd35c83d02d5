import { afterAll, beforeAll, expect, test } from 'vitest'
import { putCommunityIn } from '../../../testing/test-database.ts'
import { addGap, addPatrol } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { createTopPatrols } from './patrols.top.ts'

const HOUR = 3_600_000
/** All times are relative to one instant, so that durations are exact. */
const NOW = Date.now()
const ago = (hours: number) => new Date(NOW - hours * HOUR)
const question = { period: 'days7', by: 'hours' } as const

let t: TestPortal
let long: Person
let busy: Person
beforeAll(async () => {
  t = await startTestPortal()
  long = await t.addPerson({ name: 'Long' })
  busy = await t.addPerson({ name: 'Busy' })
  const id = await addPatrol(t, long, ago(30), { endedAt: ago(20), calls: 1 })
  await addGap(t, id, { from: ago(25), to: ago(23) })
  await addPatrol(t, busy, ago(30), { endedAt: ago(28), calls: 9 })
  await addPatrol(t, busy, ago(24 * 400), { endedAt: ago(24 * 400 - 20), calls: 2 })
})
afterAll(() => t.close())

test('the top list is sorted by hours or by calls, without time that does not count', async () => {
  const top = createTopPatrols({ db: t.db })
  expect(await top(question)).toEqual([
    { userId: long.userId, name: 'Long', minutes: 8 * 60, calls: 1 },
    { userId: busy.userId, name: 'Busy', minutes: 2 * 60, calls: 9 },
  ])
  expect((await top({ ...question, by: 'calls' })).map(({ name }) => name)).toEqual(['Busy', 'Long'])
  expect(await top({ ...question, period: 'all' })).toEqual([
    { userId: busy.userId, name: 'Busy', minutes: 22 * 60, calls: 11 },
    { userId: long.userId, name: 'Long', minutes: 8 * 60, calls: 1 },
  ])
})

test('an answer is kept for half a minute, and read by one query at a time', async () => {
  let now = 1000
  let queries = 0
  const counting = t.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode') queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const top = createTopPatrols({ db: counting, now: () => now })
  const ask = () => top({ ...question, period: 'all' })
  await Promise.all([ask(), ask(), ask()])
  expect(queries).toBe(1)
  now += 29_000
  await ask()
  expect(queries).toBe(1)
  now += 2000
  await ask()
  expect(queries).toBe(2)
  await top({ ...question, period: 'all', by: 'calls' })
  expect(queries).toBe(3)
})

test('the week and the month are those of the community, read anew when its time zone changes', async () => {
  const read: string[] = []
  const noting = t.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode') read.push(JSON.stringify(node.sqlFragments))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const top = createTopPatrols({ db: noting })
  const reads = () => read.filter((statement) => statement.includes('with total as')).length
  await top({ ...question, period: 'month' })
  await top({ ...question, period: 'month' })
  expect(reads()).toBe(1)
  await putCommunityIn(t.db, 'Asia/Kathmandu')
  await top({ ...question, period: 'month' })
  expect(reads()).toBe(2)
  await putCommunityIn(t.db, 'UTC')
})

test('members disabled meanwhile are not shown, and renamed ones have their new name', async () => {
  const top = createTopPatrols({ db: t.db })
  expect(await top(question)).toHaveLength(2)
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', long.userId).execute()
  await t.db.updateTable('users').set({ name: 'Busier' }).where('id', '=', busy.userId).execute()
  expect((await top(question)).map(({ name }) => name)).toEqual(['Busier'])
})

test('a time zone is still accepted, and an unknown one refused', async () => {
  const ask = (query: string) => t.http(busy.token).get(`/api/user/getTopUserPatrols?${query}`)
  expect((await ask('period=week&timeZone=Mars/Olympus')).json()).toMatchObject({ code: 'invalid_input', field: 'timeZone' })
  expect((await ask('period=week&timeZone=%2B01:00')).json()).toMatchObject({ code: 'invalid_input', field: 'timeZone' })
  expect((await ask('period=decade')).json()).toMatchObject({ code: 'invalid_input', field: 'period' })
  expect((await ask('period=week&timeZone=Asia/Kathmandu')).statusCode).toBe(200)
})
