import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './patrols.queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('several requests within the wait refresh once, and a later one again', () => {
  const refresh = vi.fn(async () => {})
  const { soon } = createRefresher(refresh, 300)
  soon()
  soon()
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  expect(refresh).toHaveBeenCalledTimes(1)
  soon()
  vi.advanceTimersByTime(300)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('stopping runs a refresh that still waits, and nothing else', () => {
  const refresh = vi.fn(async () => {})
  const { soon, stop } = createRefresher(refresh, 300)
  stop()
  expect(refresh).not.toHaveBeenCalled()
  soon()
  stop()
  vi.advanceTimersByTime(300)
  expect(refresh).toHaveBeenCalledTimes(1)
})
