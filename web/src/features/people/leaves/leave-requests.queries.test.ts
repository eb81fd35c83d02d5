import { expect, test, vi } from 'vitest'
import { createShared } from './leave-requests.queries.ts'

test('several who follow share one subscription, from the first to the last', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const follow = createShared(start)
  const leave = [follow(), follow()]
  expect(start).toHaveBeenCalledTimes(1)
  leave[0]?.()
  expect(stop).not.toHaveBeenCalled()
  leave[1]?.()
  expect(stop).toHaveBeenCalledTimes(1)
  follow()
  expect(start).toHaveBeenCalledTimes(2)
})
