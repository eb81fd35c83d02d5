import { describe, expect, test } from 'vitest'
import {
  rebaseTableState,
  changeTable,
  clampPage,
  defaultTableState,
  isFiltered,
  nextSort,
  PAGE_SIZES,
  pageCount,
  parseTableState,
  rangeText,
  serialiseTableState,
  setFilter,
  withTableState,
  type TableDefaults,
  type TableState,
} from './table-state.ts'

const START: TableState = { page: 1, size: 25, sort: null, q: '', filters: {} }
const NAMED: TableDefaults = { sort: { id: 'name', desc: false }, size: 50, sortable: ['name', 'lastSeen'], filterable: ['status'] }

describe('reading an address', () => {
  test('an empty one is where the table starts', () => {
    expect(parseTableState({})).toEqual(START)
    expect(parseTableState({}, NAMED)).toEqual({ ...START, size: 50, sort: { id: 'name', desc: false } })
  })

  test('every part is read, as text and as what a router made of it', () => {
    const expected = {
      page: 3,
      size: 100,
      sort: { id: 'lastSeen', desc: true },
      q: '1042',
      filters: { status: 'active', isOnline: 'true' },
    }
    expect(parseTableState({ page: '3', size: '100', sort: '-lastSeen', q: '1042', 'f.status': 'active', 'f.isOnline': 'true' })).toEqual(
      expected,
    )
    expect(parseTableState({ page: 3, size: 100, sort: '-lastSeen', q: 1042, 'f.status': 'active', 'f.isOnline': true })).toEqual(expected)
  })

  test.each([0, -1, 1.5, 'two', '', '1e3', null, {}, [2], Number.NaN, Number.POSITIVE_INFINITY, 1_000_001, true])(
    'page %j falls back to the first',
    (page) => {
      expect(parseTableState({ page }).page).toBe(1)
    },
  )

  test.each([0, 24, 26, 1000, '25 ', 'all', null, -25])('size %j falls back to the default', (size) => {
    expect(parseTableState({ size }).size).toBe(25)
    expect(parseTableState({ size }, NAMED).size).toBe(50)
  })

  test.each(['--name', '-', 'na me', '1name', '<b>', 5, null, 'password', '__proto__'])('sort %j falls back to the default', (sort) => {
    expect(parseTableState({ sort }, NAMED).sort).toEqual({ id: 'name', desc: false })
  })

  test('an empty sort means none, even where the table has one', () => {
    expect(parseTableState({ sort: '' }, NAMED).sort).toBeNull()
  })

  test('text is cut at 200 characters and may be anything else', () => {
    expect(parseTableState({ q: 'x'.repeat(500) }).q).toHaveLength(200)
    expect(parseTableState({ q: '"><script>&=%' }).q).toBe('"><script>&=%')
    expect(parseTableState({ q: ['a'] }).q).toBe('')
  })

  test('filters of unknown columns, empty ones and odd names are dropped', () => {
    const search = { 'f.status': 'active', 'f.secret': 'x', 'f.': 'y', 'f.__proto__': 'z', 'f.a b': 'w', status: 'v' }
    expect(parseTableState(search, NAMED).filters).toEqual({ status: 'active' })
    expect(parseTableState({ 'f.status': '' }).filters).toEqual({})
    expect(Object.keys(parseTableState(search).filters)).toEqual(['status', 'secret'])
  })
})

describe('writing an address', () => {
  test('defaults are left out', () => {
    expect(serialiseTableState(START)).toEqual({})
    expect(serialiseTableState(defaultTableState(NAMED), NAMED)).toEqual({})
  })

  test('parts that differ from the defaults are written', () => {
    const state: TableState = { page: 2, size: 100, sort: { id: 'name', desc: true }, q: 'a b', filters: { z: '1', a: '2', empty: '' } }
    expect(serialiseTableState(state)).toEqual({ page: 2, size: 100, sort: '-name', q: 'a b', 'f.a': '2', 'f.z': '1' })
    expect(serialiseTableState({ ...START, size: 50 }, NAMED)).toEqual({ sort: '' })
  })

  test("parameters that are not the table's stay, and its old ones go", () => {
    expect(withTableState({ serverId: 4, q: 'old', 'f.status': 'old', page: 9 }, { ...START, q: 'new' })).toEqual({ serverId: 4, q: 'new' })
  })
})

test('whatever state is written is read back the same', () => {
  let seed = 20
  const random = (below: number) => (seed = (seed * 16807) % 2147483647) % below
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  const texts = ['', 'a', 'José', '"quoted"', ' spaced ', '0', 'true', 'null', '–', '%20&=#', '-name', 'x'.repeat(200), '👮']
  const ids = ['name', 'status', 'a.b', 'lastSeen', 'x1']
  const allDefaults: TableDefaults[] = [
    {},
    { size: 100 },
    { sort: { id: 'name', desc: true } },
    { sort: { id: 'x1', desc: false }, size: 50 },
  ]
  for (let round = 0; round < 2000; round += 1) {
    const state: TableState = {
      page: 1 + random(5),
      size: pick(PAGE_SIZES),
      sort: pick([null, { id: pick(ids), desc: random(2) === 0 }]),
      q: pick(texts),
      filters: Object.fromEntries(
        Array.from({ length: random(4) }, () => [pick(ids), pick(texts)] as const).filter(([, value]) => value !== ''),
      ),
    }
    const defaults = pick(allDefaults)
    const written = serialiseTableState(state, defaults)
    expect(parseTableState(written, defaults)).toEqual(state)
    const asText = Object.fromEntries(new URLSearchParams(Object.entries(written).map(([key, value]) => [key, String(value)])))
    expect(parseTableState(asText, defaults)).toEqual(state)
    expect(parseTableState(withTableState({ other: 1, ...written }, state, defaults), defaults)).toEqual(state)
  }
})

describe('changing the state', () => {
  const far: TableState = { ...START, page: 7, filters: { status: 'active' } }

  test('a new order, size or filter starts at the first page; turning the page keeps the rest', () => {
    expect(changeTable(far, { q: 'x' }).page).toBe(1)
    expect(changeTable(far, { size: 50 }).page).toBe(1)
    expect(changeTable(far, { page: 8 })).toEqual({ ...far, page: 8 })
  })

  test('a filter is set, replaced and taken away', () => {
    expect(setFilter(far, 'type', 'a').filters).toEqual({ status: 'active', type: 'a' })
    expect(setFilter(far, 'status', 'off')).toEqual({ ...far, page: 1, filters: { status: 'off' } })
    expect(setFilter(far, 'status', '').filters).toEqual({})
    expect(far.filters).toEqual({ status: 'active' })
  })

  test('a column sorts up, then down, then as the table started', () => {
    const up = nextSort(null, 'name')
    const down = nextSort(up, 'name')
    expect([up, down, nextSort(down, 'name')]).toEqual([{ id: 'name', desc: false }, { id: 'name', desc: true }, null])
    expect(nextSort(down, 'age')).toEqual({ id: 'age', desc: false })
    expect(nextSort(down, 'name', { id: 'age', desc: true })).toEqual({ id: 'age', desc: true })
  })

  test('the column a table starts with turns round and round', () => {
    const start = { id: 'name', desc: true }
    expect(nextSort(start, 'name', start)).toEqual({ id: 'name', desc: false })
    expect(nextSort({ id: 'name', desc: false }, 'name', start)).toEqual(start)
  })

  test('blank text does not count as a filter', () => {
    expect(isFiltered(START)).toBe(false)
    expect(isFiltered({ ...START, q: '  ' })).toBe(false)
    expect(isFiltered({ ...START, q: 'a' })).toBe(true)
    expect(isFiltered(far)).toBe(true)
  })
})

describe('paging', () => {
  test.each([
    [1, 25, 320, '1–25 of 320'],
    [13, 25, 320, '301–320 of 320'],
    [99, 25, 320, '301–320 of 320'],
    [1, 25, 1, '1 of 1'],
    [3, 25, 51, '51 of 51'],
    [1, 25, 0, '0 of 0'],
    [2, 100, 150, '101–150 of 150'],
  ])('page %d of %d rows a page and %d in all reads %s', (page, size, total, text) => {
    expect(rangeText(page, size, total)).toBe(text)
  })

  test('there is always a page, and never one past the last', () => {
    expect(pageCount(0, 25)).toBe(1)
    expect(pageCount(25, 25)).toBe(1)
    expect(pageCount(26, 25)).toBe(2)
    expect(clampPage(5, 26, 25)).toBe(2)
    expect(clampPage(-3, 26, 25)).toBe(1)
    expect(clampPage(2, 0, 25)).toBe(1)
  })
})

describe('a list longer than the server counts', () => {
  test.each([
    [1, 25, '1–25 of 1,000+'],
    [41, 25, '1,001–1,025 of 1,000+'],
    [60, 4, '1,476–1,479 of 1,000+'],
  ])('page %i with %i rows says %j', (page, shown, text) => expect(rangeText(page, 25, 1000, { shown, isExact: false })).toBe(text))
})

test('two changes made from one drawing both count', () => {
  const drawn = defaultTableState()
  const searched = rebaseTableState(drawn, drawn, { ...drawn, q: 'rosa' })
  const filtered = rebaseTableState(searched, drawn, { ...drawn, filters: { department: '6' } })
  expect(filtered).toEqual({ ...drawn, q: 'rosa', filters: { department: '6' } })
  expect(rebaseTableState(filtered, filtered, { ...filtered, q: '', filters: {} })).toEqual(drawn)
  expect(rebaseTableState({ ...drawn, page: 3 }, { ...drawn, page: 3 }, { ...drawn, sort: { id: 'name', desc: true } })).toMatchObject({
    page: 1,
    sort: { id: 'name', desc: true },
  })
})
