import { expect, test, vi } from 'vitest'
import { collectPages, EXPORT_LIMIT, EXPORT_PAGE } from './collect-pages.ts'

type Row = { readonly id: number }
const pageOf = (first: number, count: number) => ({ items: Array.from({ length: count }, (_, at): Row => ({ id: first - at })) })
const keyOf = ({ id }: Row) => id

test('every page is fetched until one is not full', async () => {
  const fetchPage = vi.fn(async (page: number) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(900, 7)))
  const onProgress = vi.fn()
  const { rows, isComplete } = await collectPages(fetchPage, keyOf, onProgress)
  expect(rows).toHaveLength(107)
  expect(isComplete).toBe(true)
  expect(onProgress.mock.calls).toEqual([[100], [107]])
})

test('a row that slid onto the next page is in the file once', async () => {
  const { rows } = await collectPages(async (page) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(902, 10)), keyOf)
  expect(rows.map(keyOf)).toEqual([...new Set(rows.map(keyOf))])
  expect(rows).toHaveLength(108)
})

test('a list without end stops at the limit, and says so', async () => {
  const { rows, isComplete } = await collectPages(async (page) => pageOf(1_000_000 - page * EXPORT_PAGE, EXPORT_PAGE), keyOf)
  expect(rows).toHaveLength(EXPORT_LIMIT)
  expect(isComplete).toBe(false)
})
