import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { runInTransaction, prepare } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  // A single connection, so that anything left open affects the next use.
  database = await createTestDatabase(1)
  await sql`create table counters (id integer primary key, value integer not null check (value < 100))`.execute(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate counters`.execute(database.db)
  await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db)
})

type Counter = { readonly id: number; readonly value: number }
const read = prepare<{ ids: readonly number[] }, Counter>(
  ($) => sql`select id, value from counters where id = any(${$('ids')}::integer[]) order by id`,
)
const lock = prepare<{ id: number }, { id: number }>(($) => sql`select id from counters where id = ${$('id')}::integer for update`)
const add = prepare<{ id: number; more: number }, Counter>(
  ($) => sql`update counters set value = value + ${$('more')}::integer where id = ${$('id')}::integer returning id, value`,
)
const valueOf = async (id: number) => (await read.run(database.db, { ids: [id] }))[0]?.value

test('a prepared statement takes its values by name, and is planned once per connection', async () => {
  expect(await add.run(database.db, { id: 1, more: 3 })).toEqual([{ id: 1, value: 3 }])
  for (const ids of [[1], [2], [1, 2]]) await read.run(database.db, { ids })
  expect(await read.run(database.db, { ids: [1, 2] })).toMatchObject([{ value: 3 }, { value: 0 }])
  const { rows } = await sql<{ uses: number }>`
    select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%from counters where id = any%'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ uses: expect.any(Number) as number }])
  expect(rows[0]?.uses).toBeGreaterThanOrEqual(4)
})

test('two round trips: first reads decide, last writes are committed', async () => {
  const result = await runInTransaction(
    database.db,
    [lock.bind(database.db, { id: 1 }), read.bind(database.db, { ids: [1, 2] })],
    async (tx, [locked, found]) => {
      expect(locked).toEqual([{ id: 1 }])
      expect(found).toEqual([
        { id: 1, value: 0 },
        { id: 2, value: 0 },
      ])
      await add.run(tx, { id: 2, more: 5 })
      return { last: [add.bind(tx, { id: 1, more: 7 })], done: (rows) => rows }
    },
  )
  expect(result).toEqual([{ id: 1, value: 7 }])
  expect([await valueOf(1), await valueOf(2)]).toEqual([7, 5])
})

test('if the decision throws, nothing stays', async () => {
  const refused = runInTransaction(database.db, [lock.bind(database.db, { id: 1 })], async (tx) => {
    await add.run(tx, { id: 1, more: 5 })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await valueOf(1)).toBe(0)
})

test.each([
  ['the last statement', (more: number) => ({ first: 1, more })],
  ['the first', () => ({ first: Number.NaN, more: 1 })],
])('if %s fails, nothing stays, and the connection can be used again', async (_what, values) => {
  const { first, more } = values(1000)
  let isDone = false
  const failing = runInTransaction(database.db, [lock.bind(database.db, { id: first })], async (tx) => {
    await add.run(tx, { id: 2, more: 5 })
    return { last: [add.bind(tx, { id: 1, more })], done: () => (isDone = true) }
  })
  await expect(failing).rejects.toThrow()
  expect(isDone).toBe(false)
  expect([await valueOf(1), await valueOf(2)]).toEqual([0, 0])
})

test('a read behind a lock sees what was committed while it waited', async () => {
  const other = await createTestDatabase(2)
  try {
    await sql`create table counters (id integer primary key, value integer not null)`.execute(other.db)
    await sql`insert into counters values (1, 0)`.execute(other.db)
    const rounds = Array.from({ length: 20 }, () =>
      runInTransaction(other.db, [lock.bind(other.db, { id: 1 }), read.bind(other.db, { ids: [1] })], async (tx, [, found]) => {
        const [{ value } = { value: Number.NaN }] = found as Counter[]
        // Increments the value read: a stale read would lose an increment.
        return { last: [set.bind(tx, { value: value + 1 })], done: () => undefined }
      }),
    )
    await Promise.all(rounds)
    expect((await read.run(other.db, { ids: [1] }))[0]?.value).toBe(20)
  } finally {
    await other.drop()
  }
})
const set = prepare<{ value: number }, Counter>(($) => sql`update counters set value = ${$('value')}::integer where id = 1`)
