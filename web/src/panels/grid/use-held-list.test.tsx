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

test('a list without input follows the wanted order', () => {
  const { result, rerender } = list()
  rerender({ wanted: [3, 1], of: 'all' })
  expect(result.current).toMatchObject({ order: [3, 1], added: 0 })
})

test('while there is input, rows keep their place, and new ones are counted and come below', () => {
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

test('after a while without input the list follows the wanted order again', () => {
  const { result, rerender } = list({ idleMs: 3000 })
  act(() => result.current.hold())
  rerender({ wanted: [3, 2, 1], of: 'all' })
  act(() => void vi.advanceTimersByTime(2900))
  expect(result.current.order).toEqual([1, 2, 3])
  act(() => void vi.advanceTimersByTime(200))
  expect(result.current.order).toEqual([3, 2, 1])
})

test('a list of something else is shown at once', () => {
  const { result, rerender } = list()
  act(() => result.current.hold())
  rerender({ wanted: [5], of: 'mine' })
  expect(result.current.order).toEqual([5])
})
