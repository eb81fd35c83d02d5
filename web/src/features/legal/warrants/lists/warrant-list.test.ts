import type { WarrantFilter } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { parseTableState } from '../../../../ui/table-state.ts'
import { warrantOf } from '../testing/warrant.ts'
import { belongsIn, newsAfter, nextRow, pageAfter, stillUnseen, TAB_LISTS, warrantFilter, type WarrantPage } from './warrant-list.ts'

const SIGNER = { userId: 1, maySign: true }
const filter: WarrantFilter = { tab: 'mine', page: 1, pageSize: 25, sort: 'since', direction: 'asc' }
const shown = { filter, viewer: SIGNER }
const pageOf = (...items: WarrantPage['items']): WarrantPage => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const isNews = (...[page, warrant, inList]: Parameters<typeof pageAfter>) => newsAfter([], page, warrant, inList).length > 0
const at = (minute: number) => `2026-11-14T22:${String(minute).padStart(2, '0')}:00.000Z`

test('the address becomes the request, and invalid values are dropped', () => {
  const state = (search: Record<string, unknown>) => parseTableState(search, TAB_LISTS.closed.defaults)
  expect(warrantFilter('closed', state({}))).toMatchObject({ tab: 'closed', page: 1, sort: 'since', direction: 'desc', state: undefined })
  expect(
    warrantFilter('closed', state({ 'f.type': 'bench', 'f.state': 'recalled', q: ' brill ', sort: '-number', page: '2' })),
  ).toMatchObject({ type: 'bench', state: 'recalled', q: 'brill', sort: 'number', direction: 'desc', page: 2 })
  expect(warrantFilter('closed', state({ 'f.type': 'x', 'f.state': 'active', sort: 'bail' }))).toMatchObject({
    type: undefined,
    state: undefined,
    sort: 'since',
  })
})

test('a row changes in its place, even if its warrant belongs in another list now', () => {
  const page = pageOf(warrantOf(1), warrantOf(2), warrantOf(3))
  const signed = warrantOf(2, { state: 'active', version: 2 })
  const after = pageAfter(page, signed, shown)
  expect(after.items.map(({ warrantId }) => warrantId)).toEqual([1, 2, 3])
  expect(after.items[1]).toBe(signed)
  expect(belongsIn(signed, shown)).toBe(false)
})

test('an older version changes nothing', () => {
  const page = pageOf(warrantOf(1, { version: 3 }))
  expect(pageAfter(page, warrantOf(1, { version: 2 }), shown)).toBe(page)
})

test('the warrant that waits shortest is added below the last row; anywhere else it is news', () => {
  const page = pageOf(warrantOf(1, { since: at(1) }), warrantOf(2, { since: at(5) }))
  const last = warrantOf(3, { since: at(9) })
  expect(pageAfter(page, last, shown).items.map(({ warrantId }) => warrantId)).toEqual([1, 2, 3])
  expect(pageAfter(page, last, shown).total).toBe(3)
  expect(isNews(page, last, shown)).toBe(false)
  const newestFirst = { ...shown, filter: { ...filter, direction: 'desc' as const } }
  expect(pageAfter(page, last, newestFirst)).toBe(page)
  expect(isNews(page, last, newestFirst)).toBe(true)
})

test('a new warrant is counted once, until it is shown or belongs in another list', () => {
  const newestFirst = { ...shown, filter: { ...filter, direction: 'desc' as const } }
  const page = pageOf(warrantOf(1, { since: at(5) }))
  expect(newsAfter([2, 3], page, warrantOf(3, { since: at(9) }), newestFirst)).toEqual([2, 3])
  expect(newsAfter([2, 3], page, warrantOf(3, { state: 'active' }), newestFirst)).toEqual([2])
  expect(stillUnseen([2, 3], pageOf(warrantOf(3), warrantOf(1)))).toEqual([2])
  expect(stillUnseen([2, 3], undefined)).toEqual([2, 3])
})

test('a full page, and a page that is not the last, gets no row', () => {
  const full = { ...pageOf(warrantOf(1), warrantOf(2)), pageSize: 2 }
  const first = { ...pageOf(warrantOf(1)), total: 40 }
  for (const page of [full, first]) expect(pageAfter(page, warrantOf(3, { since: at(9) }), shown)).toBe(page)
})

test('a warrant that does not match the filter is neither added nor news', () => {
  const page = pageOf()
  for (const over of [{ type: 'search' }, { state: 'review' }, { q: 'coldwater' }] as const) {
    const narrowed = { ...shown, filter: { ...filter, ...over } }
    expect(isNews(page, warrantOf(1), narrowed)).toBe(false)
    expect(pageAfter(page, warrantOf(1), narrowed)).toBe(page)
  }
  expect(belongsIn(warrantOf(1), { ...shown, filter: { ...filter, q: 'marlowe robbery' } })).toBe(true)
})

test('after an act the row below is opened, else the row above, and none while the warrant still waits', () => {
  const rows = [warrantOf(1), warrantOf(2), warrantOf(3)]
  const denied = (id: number) => warrantOf(id, { state: 'denied', version: 2 })
  expect(nextRow(rows, denied(2), shown)?.warrantId).toBe(3)
  expect(nextRow(rows, denied(3), shown)?.warrantId).toBe(2)
  expect(nextRow([warrantOf(1, { state: 'active' }), warrantOf(2)], denied(2), shown)).toBeUndefined()
  expect(nextRow(rows, warrantOf(2, { state: 'review', reviewer: { userId: 1, identifier: '', name: 'V. Oakes' } }), shown)).toBeUndefined()
})
