import 'fake-indexeddb/auto'
import { LOG_LEVEL } from '@tenfour/contract'
import { deleteDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { createMemoryLogStore, MAX_LOG_ENTRIES, openLogStore, type LogEntry, type LogStore } from './log-store.ts'

const NAME = 'log-store-test'
const opened: LogStore[] = []
const open = async () => {
  const store = await openLogStore(NAME)
  opened.push(store)
  return store
}
const entry = (at: number): LogEntry => ({ at, level: LOG_LEVEL.Info, message: `entry ${at}`, detail: '' })
const times = (entries: LogEntry[]) => entries.map(({ at }) => at)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await deleteDB(NAME)
})

test('entries come back oldest first', async () => {
  const store = await open()
  for (const at of [1, 2, 3]) await store.add(entry(at))
  expect(times(await store.all())).toEqual([1, 2, 3])
})

test('the 150th entry is kept and the 151st pushes out the oldest', async () => {
  const store = await open()
  for (const at of range(1, MAX_LOG_ENTRIES)) await store.add(entry(at))
  expect(await store.all()).toHaveLength(150)
  await store.add(entry(151))
  expect(times(await store.all())).toEqual(range(2, 151))
})

test('four hundred writes at once leave the newest 150', async () => {
  const store = await open()
  await Promise.all(range(1, 400).map((at) => store.add(entry(at))))
  expect(times(await store.all())).toEqual(range(251, 400))
})

test('two tabs writing at once keep the limit between them', async () => {
  const [first, second] = [await open(), await open()]
  await Promise.all(range(1, 200).map((at) => (at % 2 ? first : second).add(entry(at))))
  const kept = await first.all()
  expect(kept).toHaveLength(150)
  expect(await second.all()).toEqual(kept)
})

test('entries and their order survive a reload, and the limit still holds', async () => {
  const before = await open()
  for (const at of range(1, 150)) await before.add(entry(at))
  await before.close()
  const after = await open()
  await after.add(entry(151))
  expect(times(await after.all())).toEqual(range(2, 151))
})

test('a store closed under it opens again at the next write', async () => {
  const store = await open()
  await store.add(entry(1))
  await store.close()
  await store.add(entry(2))
  expect(times(await store.all())).toEqual([1, 2])
})

test('a store that held more than the limit is trimmed by the next write', async () => {
  const wide = await openLogStore(NAME, 300)
  opened.push(wide)
  for (const at of range(1, 300)) await wide.add(entry(at))
  const store = await open()
  await store.add(entry(301))
  expect(times(await store.all())).toEqual(range(152, 301))
})

test('the store in memory keeps the same limit and order', async () => {
  const store = createMemoryLogStore()
  for (const at of range(1, 160)) await store.add(entry(at))
  expect(times(await store.all())).toEqual(range(11, 160))
})
