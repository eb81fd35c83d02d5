import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './patrols.queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is asked for several times within the wait is refreshed once, and later again', () => {
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

test('stopping refreshes what still waits, and nothing else', () => {
  const refresh = vi.fn(async () => {})
  const { soon, stop } = createRefresher(refresh, 300)
  stop()
  expect(refresh).not.toHaveBeenCalled()
  soon()
  stop()
  vi.advanceTimersByTime(300)
  expect(refresh).toHaveBeenCalledTimes(1)
})
