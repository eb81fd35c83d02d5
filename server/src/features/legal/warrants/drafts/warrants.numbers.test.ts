import { randomInt } from 'node:crypto'
import { INT_MAX } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { insertWithDrawnNumber, type DrawnNumber } from './warrants.numbers.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  officer = await w.officer()
})
afterAll(() => t.close())

const row = async (warrantId: number) => t.db.selectFrom('warrants').selectAll().where('id', '=', warrantId).executeTakeFirstOrThrow()
const inserting = async (draw: (from: number, below: number) => number, taken: readonly DrawnNumber[]) => {
  const tried: DrawnNumber[] = []
  const isFree = (drawn: DrawnNumber) => !taken.some(({ id, number }) => id === drawn.id || number === drawn.number)
  const id = await t.db.transaction().execute((tx) =>
    insertWithDrawnNumber(
      tx,
      async (drawn) => {
        tried.push(drawn)
        return isFree(drawn)
      },
      draw,
    ),
  )
  return { id, tried }
}

test('ids and numbers are drawn again if they are taken', async () => {
  const ids = [7, 7, 8, 9]
  const numbers = [11, 12, 12, 13]
  const taken = [
    { id: 7, year: 2026, number: 1 },
    { id: 1, year: 2026, number: 12 },
  ]
  const { id, tried } = await inserting((_from, below) => (below === INT_MAX ? ids.shift() : numbers.shift()) ?? 0, taken)
  expect([id, tried.length]).toEqual([9, 4])
})

test('ids and numbers are drawn again if another warrant takes them at the same moment', async () => {
  const { warrantId } = await w.submitted(officer)
  const { number, year } = await row(warrantId)
  const copy = (drawn: DrawnNumber) =>
    sql`insert into warrants select (jsonb_populate_record(w, jsonb_build_object('id', ${drawn.id}::int, 'number', ${drawn.number}::int,
      'draft_id', null))).*
      from warrants w where w.id = ${warrantId} on conflict do nothing`
  const ids = [warrantId, 5, 6]
  const numbers = [1, number, 2]
  const id = await t.db.transaction().execute((tx) =>
    insertWithDrawnNumber(
      tx,
      async (drawn) => ((await copy(drawn).execute(tx)).numAffectedRows ?? 0n) > 0n,
      (_from, below) => (below === INT_MAX ? ids.shift() : numbers.shift()) ?? 0,
    ),
  )
  expect(await row(id)).toMatchObject({ id: 6, number: 2, year })
})

test('numbers have four digits until half of them are taken, then five', async () => {
  const ranges: [number, number][] = []
  const noting = (from: number, below: number) => {
    ranges.push([from, below])
    return randomInt(from, below)
  }
  await inserting(noting, [])
  const { warrantId } = await w.submitted(officer)
  await sql`insert into warrants select (jsonb_populate_record(w, jsonb_build_object('id', 1000000 + n, 'number', n, 'draft_id', null))).*
    from warrants w cross join generate_series(1, 5200) n where w.id = ${warrantId} on conflict do nothing`.execute(t.db)
  await inserting(noting, [])
  expect(ranges.filter(([, below]) => below !== INT_MAX)).toEqual([
    [1, 10_000],
    [10_000, 100_000],
  ])
  expect((await w.submitted(officer)).number).toMatch(/^W-\d{4}-\d{5}$/)
})

test('ids and numbers are not consecutive', async () => {
  const made = [await w.submitted(officer), await w.submitted(officer), await w.submitted(officer)]
  const [a = 0, b = 0, c = 0] = made.map(({ warrantId }) => warrantId)
  expect(b - a === c - b).toBe(false)
})
