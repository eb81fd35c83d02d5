import type { Field, FieldMatch, FieldValue } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let medic: Member
beforeAll(async () => {
  t = await startTestPortal({ lookupLimits: { searchesASecond: 10_000, lookupsAnHour: 10_000 } })
  r = recordsOf(t)
  officer = await r.officer()
  medic = await r.officer({ department: 'FIRE' })
})
afterAll(() => t.close())

const ask = (by: Member, { fieldId }: Field, q: string) => by.http.get(`/api/fields/${fieldId}/search?q=${encodeURIComponent(q)}`)
const find = async (field: Field, q: string, by = officer): Promise<FieldMatch[]> => {
  const response = await ask(by, field, q)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ rows: FieldMatch[] }>().rows
}
const labels = async (field: Field, q: string, by = officer) => (await find(field, q, by)).map(({ label }) => label)
const person = async (name: string, { fieldId }: Field, value: FieldValue): Promise<number> => {
  const characterId = await r.character(null, { name })
  await set('characters', characterId, { [fieldId]: value })
  return characterId
}
const set = (table: 'characters' | 'vehicles', id: number, fields: object) =>
  sql`update ${sql.table(table)} set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(t.db)

describe('a person is found by the value of', () => {
  test('a text, by its beginning and in any case', async () => {
    const field = await r.field()
    await person('Text One', field, 'Dragon on the left arm')
    await person('Text Two', field, 'ÄRMEL 100%_')
    expect(await find(field, 'dRAGON on')).toMatchObject([{ of: 'character', label: 'Text One, 1990', value: 'Dragon on the left arm' }])
    expect(await labels(field, 'ärm')).toEqual(['Text Two, 1990'])
    await person('Text Three', field, 'Дракон')
    expect(await labels(field, 'ДРАК')).toEqual(['Text Three, 1990'])
    expect(await labels(field, 'ärmel 100%_')).toEqual(['Text Two, 1990'])
    for (const typed of ['left arm', '%', '_', 'dragons']) expect(await labels(field, typed)).toEqual([])
  })

  test('a long text, by as much of it as fits into a search', async () => {
    const field = await r.field()
    await person('Long Text', field, 'y'.repeat(500))
    expect(await labels(field, 'y'.repeat(80))).toEqual(['Long Text, 1990'])
  })

  test('a number, by its digits', async () => {
    const field = await r.field({ type: 'number' })
    for (const [name, value] of [
      ['Small Number', 12],
      ['Large Number', 120_000],
      ['Broken Number', 12.5],
      ['Negative Number', -12],
    ] as const)
      await person(name, field, value)
    expect(await labels(field, '12')).toEqual(['Small Number, 1990', 'Broken Number, 1990', 'Large Number, 1990'])
    expect((await find(field, '120000')).map(({ value }) => value)).toEqual(['120000'])
    expect(await labels(field, '-12')).toEqual(['Negative Number, 1990'])
  })

  test('a day, or its year or month', async () => {
    const field = await r.field({ type: 'date' })
    await person('Day One', field, '2026-01-31')
    await person('Day Two', field, '2026-02-01')
    expect(await labels(field, '2026')).toEqual(['Day One, 1990', 'Day Two, 1990'])
    expect(await labels(field, '2026-02')).toEqual(['Day Two, 1990'])
    expect(await labels(field, '2026-01-31')).toEqual(['Day One, 1990'])
  })

  test('a choice', async () => {
    const field = await r.field({ type: 'choice', options: ['Blue', 'Brown'] })
    await person('Choice One', field, 'Blue')
    await person('Choice Two', field, 'Brown')
    expect(await labels(field, 'blu')).toEqual(['Choice One, 1990'])
    expect(await labels(field, 'B')).toHaveLength(2)
  })

  test('a yes or no', async () => {
    const field = await r.field({ type: 'flag' })
    await person('Flag Yes', field, true)
    await person('Flag No', field, false)
    expect((await find(field, 'Yes')).map(({ label, value }) => [label, value])).toEqual([['Flag Yes, 1990', 'yes']])
    expect(await labels(field, 'no')).toEqual(['Flag No, 1990'])
  })
})

test('a changed value is found as it is now, and removed or merged people are not found', async () => {
  const field = await r.field()
  const [one, two] = [await person('Moved On', field, 'First'), await person('Gone Soon', field, 'First')]
  await set('characters', one, { [field.fieldId]: 'Second' })
  expect(await labels(field, 'first')).toEqual(['Gone Soon, 1990'])
  expect(await labels(field, 'second')).toEqual(['Moved On, 1990'])
  await sql`update characters set removed_at = now() where id = ${two}`.execute(t.db)
  expect(await labels(field, 'first')).toEqual([])
  const kept = await sql`select from field_values where field_id = ${field.fieldId} and subject_id = ${two}`.execute(t.db)
  expect(kept.rows, 'nor does it take a place in the index').toEqual([])
  await sql`update characters set removed_at = null where id = ${two}`.execute(t.db)
  expect(await labels(field, 'first')).toEqual(['Gone Soon, 1990'])
  await sql`update characters set removed_at = now(), merged_into_id = ${one} where id = ${two}`.execute(t.db)
  expect(await labels(field, 'first')).toEqual([])
})

test('vehicles are found too, at most 20', async () => {
  const field = await r.field({ of: 'vehicle' })
  await sql`insert into vehicles (plate, vin, model, origin, fields)
    select 'V' || n, '', 'Sultan', 'officer', jsonb_build_object(${String(field.fieldId)}::text, 'Chrome ' || n) from generate_series(10, 40) n`.execute(
    t.db,
  )
  const rows = await find(field, 'chrome')
  expect([rows.length, rows[0]]).toMatchObject([20, { of: 'vehicle', label: 'V10 Sultan', value: 'Chrome 10' }])
})

test('units search only by fields that they see, and for reports only if they read them', async () => {
  const [police, fire, both] = [
    await r.field({ audience: ['owner', 'police'] }),
    await r.field({ audience: ['fire'] }),
    await r.field({ audience: ['police', 'fire'] }),
  ]
  const medical = await r.field({ of: 'patient', audience: ['police', 'fire'] })
  const statuses = async (by: Member) => {
    const codes: number[] = []
    for (const field of [police, fire, both, medical]) codes.push((await ask(by, field, 'x')).statusCode)
    return codes
  }
  expect(await statuses(officer)).toEqual([200, 403, 200, 403])
  expect(await statuses(medic)).toEqual([403, 200, 200, 200])
  expect((await ask(officer, { ...police, fieldId: 999_999 }, 'x')).statusCode).toBe(404)
  await r.retire(both)
  expect((await ask(officer, both, 'x')).statusCode, 'what has a retired field is still found').toBe(200)
})

test('reports are found while they are submitted or final, and shown by their number', async () => {
  const field = await r.field({ of: 'arrest', audience: ['police'] })
  const report = async (number: number, state: string) => {
    const isWaiting = state === 'submitted'
    await t.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        id: number
      }>`insert into reports (kind, year, number, state, revision_id, proposed_revision_id, writer_id, writer_identifier,
          department_id, server_id, about, fine, jail_minutes, points, fields, final_at)
        values ('arrest', 2026, ${number}, ${state}, 0, ${isWaiting ? 0 : null}, ${officer.userId}, '4L1', 2, 1, 'Robbery', 0, 0, 0,
          jsonb_build_object(${String(field.fieldId)}::text, 'Cell 4'), ${state === 'final' ? new Date() : null})
        returning id`.execute(tx)
      const reportId = rows[0]!.id
      const revision = await sql<{ id: number }>`insert into report_revisions (report_id, content, by_user_id, by_identifier)
        values (${reportId}, '{}', ${officer.userId}, '4L1') returning id`.execute(tx)
      await sql`update reports set revision_id = ${revision.rows[0]!.id},
        proposed_revision_id = case when proposed_revision_id is not null then ${revision.rows[0]!.id}::integer end where id = ${reportId}`.execute(
        tx,
      )
    })
  }
  await report(1, 'submitted')
  await report(2, 'final')
  await report(3, 'returned')
  expect((await find(field, 'cell')).map(({ of, label, value }) => [of, label, value])).toEqual([
    ['arrest', 'A-2026-0001, Robbery', 'Cell 4'],
    ['arrest', 'A-2026-0002, Robbery', 'Cell 4'],
  ])
  await sql`update reports set state = 'voided', voided_at = now() where number = 2 and kind = 'arrest'`.execute(t.db)
  expect(await labels(field, 'cell')).toEqual(['A-2026-0001, Robbery'])
})

test('a search is counted, and logged once for the typed text, unless it led to a lookup', async () => {
  const field = await r.field({ name: 'Tattoo' })
  const characterId = await person('Logged Person', field, 'Anchor')
  const searcher = await r.officer()
  for (const typed of ['a', 'anc', 'anchor']) await find(field, typed, searcher)
  await searcher.http.post('/api/lookups', { by: 'character', characterId })
  const { rows } = await sql<{ kind: string; query: string; found: string[] }>`
    select kind, query, found from lookups where user_id = ${searcher.userId} order by id`.execute(t.db)
  expect(rows).toEqual([{ kind: 'lookup', query: 'Tattoo: anchor', found: ['Logged Person'] }])

  const limited = await startTestPortal({ lookupLimits: { searchesASecond: 1, lookupsAnHour: 10 } })
  try {
    const records = recordsOf(limited)
    const by = await records.officer()
    const other = await records.field()
    const codes: number[] = []
    for (let nth = 0; nth < 4; nth += 1) codes.push((await ask(by, other, 'x')).statusCode)
    expect(codes).toEqual([200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})
