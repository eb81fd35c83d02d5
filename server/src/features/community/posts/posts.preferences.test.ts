import { isPowerful } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(1)
})
afterAll(() => database.drop())

const EVERY_BIT = Array.from({ length: 51 }, (_, bit) => (1n << BigInt(bit)).toString())

test.each([
  ['no permission', '0'],
  ['every permission', ((1n << 51n) - 1n).toString()],
  ['a powerful permission and bits above those of a bigint', ((1n << 70n) | (1n << 62n) | (1n << 3n)).toString()],
  ['only bits above those of a bigint', ((1n << 70n) | (1n << 62n)).toString()],
])('the database judges a role with %s as the contract does', async (_what, permissions) => {
  const { rows } = await sql<{ found: boolean }>`select is_powerful(${permissions}) as found`.execute(database.db)
  expect(rows[0]?.found).toBe(isPowerful(permissions))
})

test('the database finds the same single permissions powerful as the contract', async () => {
  const { rows } = await sql<{ permissions: string }>`
    select permissions from unnest(${EVERY_BIT}::text[]) with ordinality as each (permissions, bit)
    where is_powerful(permissions) order by bit`.execute(database.db)
  const powerful = EVERY_BIT.filter(isPowerful)
  expect(powerful.length).toBeGreaterThan(0)
  expect(rows.map(({ permissions }) => permissions)).toEqual(powerful)
})
