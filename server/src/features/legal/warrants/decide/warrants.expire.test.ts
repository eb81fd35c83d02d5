import type { HistoryCheck, Warrant } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../../../platform/jobs/jobs.ts'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { HISTORY_KEY, startTestPortal, until, type TestPortal } from '../../../../testing/test-portal.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { warrantRows } from '../../../../testing/test-warrant-rows.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { expireWarrants } from './warrants.expire.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let rows: ReturnType<typeof warrantRows>
let writer: Member
let judge: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  rows = warrantRows(t)
  writer = await w.officer()
  judge = await w.judge()
})
afterAll(() => t.close())

const deps = () => ({ db: t.db, publish: t.app.realtime.publish, historyKey: HISTORY_KEY })
/** A clock two days ahead, by which the test ends warrants that the portal's own job does not end yet. */
const later = () => new Date(Date.now() + 2 * 86_400_000)
const due = async (over: Partial<Parameters<typeof rows.put>[1]> = {}) =>
  (await rows.put(writer, { state: 'active', signer: judge, ...over })).warrantId
const problems = async () => (await (await t.as('admin')).get('/api/warrants/history/check')).json<HistoryCheck>().problems
const states = async (ids: readonly number[]) => {
  const found = await t.db.selectFrom('warrants').select(['id', 'state', 'version']).where('id', 'in', ids).orderBy('id').execute()
  return found.map(({ state, version }) => `${state} ${version}`)
}

test('a signed warrant expires: rooms, writer and history are told, and nobody serves it any more', async () => {
  const submitted = await w.submitted(writer)
  const path = `/api/warrants/${submitted.warrantId}`
  const expiresAt = new Date(Date.now() + 3_600_000)
  const signed = await judge.http.post(`${path}/sign`, {
    version: 1,
    bail: null,
    isConfidential: false,
    expiresAt: expiresAt.toISOString(),
  })
  expect(signed.json()).toMatchObject({ state: 'active', expiresAt: expiresAt.toISOString() })
  const [all, units, own] = [
    await watchRoom(t, judge.token, 'warrants', {}),
    await watchRoom(t, writer.token, 'active-warrants', {}),
    await watchRoom(t, writer.token, 'own-warrants', { userId: writer.userId }),
  ]
  await expireWarrants(deps(), () => new Date(expiresAt.getTime() - 1))
  expect((await rows.row(submitted.warrantId)).state, 'a millisecond before').toBe('active')
  await expireWarrants(deps(), () => expiresAt)
  const { warrantId, number } = submitted
  expect(await all.received()).toMatchObject([
    { event: 'warrant.saved', payload: { warrant: { warrantId, state: 'expired' }, was: { state: 'active' } } },
  ])
  expect(await units.received()).toEqual([{ event: 'alert.ended', payload: { warrantId, state: 'expired' } }])
  expect(await own.received()).toMatchObject([{ event: 'own.saved', payload: { warrantId, state: 'expired' } }])
  expect((await w.reports.notices(writer))[0]).toMatchObject({
    title: `Arrest warrant ${number} expired`,
    path: `/user/warrants/${warrantId}`,
  })
  const read = (await writer.http.get(path)).json<Warrant>()
  expect(read).toMatchObject({ state: 'expired', closedAt: expiresAt.toISOString(), chain: { entries: 4, state: 'unbroken' } })
  expect(read.history[0]).toMatchObject({ title: 'Expired', by: null, changes: [{ what: 'State', before: 'Active', after: 'Expired' }] })
  const served = await writer.http.post(`${path}/serve`, { version: 3, servedAt: new Date().toISOString(), location: 'Here', text: 'Late' })
  expect(served.json()).toMatchObject({ code: 'conflict', message: 'This warrant has expired' })
  expect(await problems()).toEqual([])
})

test('the jobs of two portals end each warrant once', async () => {
  const second = await startTestPortal({ database: t.database })
  try {
    const ids: number[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await due({ isConfidential: count % 3 === 0, expiresInMs: -1000 }))
    const job = { name: 'warrants-expire', payload: z.object({}) }
    for (let count = 0; count < 6; count += 1) await enqueue(t.db, job, {})
    await until('all expired', async () => (await states(ids)).every((state) => state.startsWith('expired')), 30_000)
    expect(new Set(await states(ids))).toEqual(new Set(['expired 2']))
    for (const id of ids) expect(await rows.steps(id)).toEqual(['Expired'])
    expect(await problems()).toEqual([])
  } finally {
    await second.close()
  }
})

test('a warrant that can’t be ended does not stop the others, is reported, and is tried again', async () => {
  const ids: number[] = []
  for (let count = 0; count < 13; count += 1) ids.push(await due())
  const failing = ids[1]!
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`.execute(t.db)
  await sql
    .raw(`create trigger refuse_one before update on warrants for each row when (old.id = ${failing}) execute function refuse_one()`)
    .execute(t.db)
  await expect(expireWarrants(deps(), later, 5)).rejects.toThrow('1 warrants could not be expired')
  const left = (await states(ids)).filter((state) => state !== 'expired 2')
  expect(left).toEqual(['active 1'])
  await sql`drop trigger refuse_one on warrants`.execute(t.db)
  await expireWarrants(deps(), later)
  expect((await rows.row(failing)).state).toBe('expired')
  expect(await problems()).toEqual([])
})

test('a warrant that someone has locked is left for the next minute, and does not stop the others', async () => {
  const [held, free] = [await due(), await due()]
  await t.db.transaction().execute(async (tx) => {
    await sql`select from warrants where id = ${held} for update`.execute(tx)
    await expireWarrants(deps(), later)
    expect(await states([held, free])).toEqual(['active 1', 'expired 2'])
  })
  await expireWarrants(deps(), later)
  expect(await states([held])).toEqual(['expired 2'])
})
