import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { inTransaction, type Publish } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => vi.restoreAllMocks())

const seqOf = async (key: string) =>
  Number((await database.db.selectFrom('streams').select('seq').where('key', '=', key).executeTakeFirst())?.seq ?? 0)

test('a failure after the commit is only reported, and the remaining steps run', async () => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const sent: number[] = []
  const publish: Publish = (_room, _params, seq) => {
    if (seq === 1) throw new Error('does not parse')
    sent.push(seq)
  }
  const result = await inTransaction(database.db, publish, async (tx, emit, after) => {
    for (let count = 0; count < 2; count += 1) await emit('fields', {}, 'fields.changed', {})
    after(() => Promise.reject(new Error('refused later')))
    after(() => void sent.push(100))
    return 'committed'
  })
  expect(result).toBe('committed')
  expect(sent).toEqual([2, 100])
  expect(await seqOf('fields')).toBe(2)
  await vi.waitFor(() => {
    for (const message of ['does not parse', 'refused later']) expect(reported.mock.calls.join()).toContain(message)
  })
})

test('events of a rolled back transaction are not sent', async () => {
  const sent: number[] = []
  const before = await seqOf('fields')
  const publish: Publish = (_room, _params, seq) => void sent.push(seq)
  const refused = inTransaction(database.db, publish, async (_tx, emit) => {
    await emit('fields', {}, 'fields.changed', {})
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(sent).toEqual([])
  expect(await seqOf('fields')).toBe(before)
})
