import { expect, test, vi } from 'vitest'
import { collectHistory, EXPORT_LIMIT, EXPORT_PAGE } from './history-export.ts'
import { aCall } from '../testing/board.ts'

const pageOf = (first: number, count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({ ...aCall({ callId: first - at }), units: [] })),
})

test('every page is fetched until one is not full', async () => {
  const fetchPage = vi.fn(async (page: number) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(900, 7)))
  const onProgress = vi.fn()
  const { calls, isComplete } = await collectHistory(fetchPage, onProgress)
  expect(calls).toHaveLength(107)
  expect(isComplete).toBe(true)
  expect(onProgress.mock.calls).toEqual([[100], [107]])
})

test('a call that slid onto the next page is in the file once', async () => {
  const { calls } = await collectHistory(async (page) => (page === 1 ? pageOf(1000, EXPORT_PAGE) : pageOf(902, 10)))
  expect(calls.map(({ callId }) => callId)).toEqual([...new Set(calls.map(({ callId }) => callId))])
  expect(calls).toHaveLength(108)
})

test('a history without end stops at the limit, and says so', async () => {
  const { calls, isComplete } = await collectHistory(async (page) => pageOf(1_000_000 - page * EXPORT_PAGE, EXPORT_PAGE))
  expect(calls).toHaveLength(EXPORT_LIMIT)
  expect(isComplete).toBe(false)
})
