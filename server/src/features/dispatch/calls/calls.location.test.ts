import type { PastCall } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
afterAll(() => t.close())

const history = async (query: Record<string, string>, by: Pick<Member, 'http'> = dana): Promise<PastCall[]> =>
  (await by.http.get(`/api/cad/location/1?${new URLSearchParams(query).toString()}`)).json()
const ids = (calls: readonly PastCall[]) => calls.map(({ callId }) => callId)

test('the calls at the same place, in any spelling, or at the same postal, newest first', async () => {
  const first = await d.call(dana, { location: 'Great Ocean Hwy.', postal: '' })
  const second = await d.call(dana, { location: '  great  OCEAN hwy', postal: '8020' })
  const third = await d.call(dana, { location: 'Elsewhere', postal: '8020' })
  await d.call(dana, { location: 'Great Ocean', postal: '802' })
  await d.clear(dana, first.callId, 'Unfounded')

  const found = await history({ location: 'GREAT OCEAN, HWY', postal: '8020' })
  expect(ids(found)).toEqual([third.callId, second.callId, first.callId])
  const { title, priority, createdAt } = first
  expect(found[2]).toEqual({ callId: first.callId, title, priority, createdAt, status: 'cleared', disposition: 'Unfounded' })
  expect(ids(await history({ location: 'great ocean hwy', except: String(second.callId) }))).toEqual([first.callId])
  expect(ids(await history({ postal: '8020' }))).toEqual([third.callId, second.callId])
})

test('a call without a place has no history, although many other calls have no place either', async () => {
  await d.call(dana, { location: '', postal: '' })
  await d.call(dana, { location: ' - ', postal: '' })
  expect(await history({})).toEqual([])
  expect(await history({ location: '...', postal: ' ' })).toEqual([])
})

test('at most twenty calls, and only of that server', async () => {
  const calls = []
  for (let n = 0; n < 22; n += 1) calls.push((await d.call(dana, { location: 'Busy corner', postal: 'B1' })).callId)
  expect(ids(await history({ location: 'Busy corner', postal: 'b1' }))).toEqual(calls.toReversed().slice(0, 20))
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>()
  const elsewhere = await d.onDuty({ serverId })
  expect((await elsewhere.http.get(`/api/cad/location/${serverId}?location=Busy+corner`)).json()).toEqual([])
  expect((await elsewhere.http.get('/api/cad/location/1?location=Busy+corner')).statusCode).toBe(403)
})

test('the history is found by index, however many calls there are', async () => {
  // Inserts in parts, so that no statement reaches the time limit.
  for (let from = 1; from <= 5000; from += 500) {
    await sql`insert into calls (server_id, call_type_id, priority, title, narrative, location, postal, caller, classes, source, created_at)
      select 1, 1, 2, 'x', '', 'Street ' || n, (n % 900)::text, '', '{1}', '911', now()
      from generate_series(${from}::int, ${from + 499}::int) as n`.execute(t.db)
  }
  await sql`analyze calls`.execute(t.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from calls
    where server_id = 1 and place_key(postal) = place_key('77') and place_key(postal) <> '' order by id desc limit 20`.execute(t.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('calls_postal_idx')
  expect(await history({ postal: '77' })).toHaveLength(6)
})

test.each([
  ['a location too long', { location: 'x'.repeat(161) }, 'location'],
  ['no number', { except: 'x' }, 'except'],
])('%s: refused at its field', async (_what, query, field) => {
  expect(await history(query)).toMatchObject({ code: 'invalid_input', field })
})
