import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectSearches, type Search } from './lookups.search-log.ts'

const unit = { userId: 1, name: 'R. Delgado', identifier: '4L12', serverId: 1, departmentId: 2, callId: null }
const dexter = { key: 'person:1', label: 'Dexter Marlowe, 1991' }
const denise = { key: 'person:2', label: 'Denise Brown, 1980' }

let written: Search[]
const collect = (capacity = 100) => collectSearches({ write: (search) => written.push(search), capacity })
let searches: ReturnType<typeof collect>
beforeEach(() => {
  vi.useFakeTimers()
  written = []
  searches = collect()
})
afterEach(() => {
  searches.close()
  vi.useRealTimers()
})
const type = (...queries: string[]) => queries.forEach((query) => searches.note(unit, 'person', query, [dexter]))
const texts = () => written.map(({ query }) => query)

test('text that is typed letter by letter, shortened and corrected is one entry with the longest text, written once typing stops', () => {
  type('de', 'dex', 'dext', 'dex', 'dexter', 'dexter marlwe', 'dexter', 'dexter marlowe')
  vi.advanceTimersByTime(20_000)
  expect(written).toEqual([])
  type('dexter m')
  vi.advanceTimersByTime(20_000)
  expect(written, 'each letter starts the time anew').toEqual([])
  vi.advanceTimersByTime(12_000)
  expect(written).toMatchObject([{ query: 'dexter marlowe', found: [dexter.label], unit }])
})

test('other text is another entry, and so is the same text after a pause', () => {
  type('dexter', 'olivia')
  expect(texts()).toEqual(['dexter'])
  vi.advanceTimersByTime(32_000)
  type('olivia')
  vi.advanceTimersByTime(32_000)
  expect(texts()).toEqual(['dexter', 'olivia', 'olivia'])
})

test('erasing a name and typing another does not hide the first', () => {
  type('dexter', 'de', 'den', 'denise')
  vi.advanceTimersByTime(32_000)
  expect(texts()).toEqual(['dexter', 'denise'])
})

test('changing one letter again and again does not read many records under one entry', () => {
  for (let digit = 0; digit < 10; digit += 1) {
    const plate = `46EEK57${digit}`
    searches.note(unit, 'vehicle', plate, [{ key: `vehicle:${digit}`, label: plate }])
  }
  searches.close()
  const seen = written.flatMap(({ found }) => found)
  for (let digit = 0; digit < 10; digit += 1) expect(seen).toContain(`46EEK57${digit}`)
})

test('searches of different kinds or members are different entries', () => {
  type('dexter')
  searches.note(unit, 'vehicle', 'dexter', [])
  searches.note({ ...unit, userId: 2 }, 'person', 'dexter', [])
  searches.close()
  expect(written).toHaveLength(3)
})

test('a search that led to a lookup is not an entry, even if it is repeated; typing on is', () => {
  type('de')
  searches.leadingTo(1, ['person'], ({ shown }) => shown.some(({ key }) => key === dexter.key))?.opened()
  type('de', 'de')
  vi.advanceTimersByTime(32_000)
  expect(written).toEqual([])
  type('de')
  searches.leadingTo(1, ['person'], () => true)?.opened()
  searches.note(unit, 'person', 'den', [denise])
  searches.close()
  expect(written).toMatchObject([{ query: 'den', found: [denise.label] }])
})

test('the number of searches in memory is limited: the oldest are written early', () => {
  const few = collect(2)
  for (const userId of [1, 2, 3]) few.note({ ...unit, userId }, 'person', `query ${userId}`, [])
  expect(texts()).toEqual(['query 1'])
  few.close()
  expect(texts()).toEqual(['query 1', 'query 2', 'query 3'])
})
