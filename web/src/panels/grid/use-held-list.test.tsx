// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptOrder, useHeldList } from './use-held-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const list = (options?: Parameters<typeof useHeldList>[2]) =>
  renderHook(({ wanted, of }) => useHeldList(wanted, of, options), { initialProps: { wanted: [1, 2, 3], of: 'all' } })

test('a list that nobody is at follows what is wanted', () => {
  const { result, rerender } = list()
  rerender({ wanted: [3, 1], of: 'all' })
  expect(result.current).toMatchObject({ order: [3, 1], added: 0 })
})

test('while someone is at it rows keep their place, and what is new is counted and comes below', () => {
  const { result, rerender } = list()
  act(() => result.current.hold())
  rerender({ wanted: [9, 3, 1], of: 'all' })
  expect(result.current).toMatchObject({ order: [1, 2, 3, 9], added: 1 })
  act(() => result.current.letGo())
  expect(result.current).toMatchObject({ order: [9, 3, 1], added: 0 })
})

test('rows under headings stay as they are, and nothing is added', () => {
  const { result, rerender } = list({ held: keptOrder })
  act(() => result.current.hold())
  rerender({ wanted: [9, 3, 1], of: 'all' })
  expect(result.current.order).toEqual([1, 2, 3])
})

test('someone who has not moved for a while is reading, and the list goes on', () => {
  const { result, rerender } = list({ idleMs: 3000 })
  act(() => result.current.hold())
  rerender({ wanted: [3, 2, 1], of: 'all' })
  act(() => void vi.advanceTimersByTime(2900))
  expect(result.current.order).toEqual([1, 2, 3])
  act(() => void vi.advanceTimersByTime(200))
  expect(result.current.order).toEqual([3, 2, 1])
})

test('another list that was asked for is shown at once', () => {
  const { result, rerender } = list()
  act(() => result.current.hold())
  rerender({ wanted: [5], of: 'mine' })
  expect(result.current.order).toEqual([5])
})
