import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers({ now: 10_400 }))
afterEach(() => void vi.useRealTimers())

test('everyone who listens is told of each full second by one timer', () => {
  const clock = createClock()
  const [one, two] = [vi.fn(), vi.fn()]
  clock.subscribe(one)
  clock.subscribe(two)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(599)
  expect(one).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([one, two].map((each) => each.mock.calls.length)).toEqual([1, 1])
  expect(clock.now()).toBe(11_000)
  vi.advanceTimersByTime(3000)
  expect(one).toHaveBeenCalledTimes(4)
})

test('between two ticks the time stands still', () => {
  const clock = createClock()
  clock.subscribe(vi.fn())
  vi.advanceTimersByTime(300)
  expect(clock.now()).toBe(10_000)
})

test('without listeners, no timer runs; the time is still right', () => {
  const clock = createClock()
  clock.subscribe(vi.fn())()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toBe(70_000)
})
