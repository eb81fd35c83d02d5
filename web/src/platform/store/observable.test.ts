import { expect, test, vi } from 'vitest'
import { createObservable } from './observable.ts'

test('listeners are told of another value, and not of the same', () => {
  const count = createObservable(1)
  const listener = vi.fn()
  const stop = count.subscribe(listener)
  count.set(1)
  expect(listener).not.toHaveBeenCalled()
  count.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(count.get()).toBe(2)
  stop()
  count.set(3)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the value is there before a listener is told', () => {
  const count = createObservable(1)
  const seen: number[] = []
  count.subscribe(() => seen.push(count.get()))
  count.set(2)
  expect(seen).toEqual([2])
})

test('work that runs while it is observed starts with the first listener and ends with the last, each time', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const count = createObservable(1, start)
  expect(start).not.toHaveBeenCalled()
  const leaveFirst = count.subscribe(() => undefined)
  const leaveSecond = count.subscribe(() => undefined)
  expect(start).toHaveBeenCalledTimes(1)
  leaveFirst()
  leaveFirst()
  expect(stop).not.toHaveBeenCalled()
  leaveSecond()
  expect(stop).toHaveBeenCalledTimes(1)
  count.subscribe(() => undefined)
  expect(start).toHaveBeenCalledTimes(2)
})

test('a value that is set at once as it is first observed reaches that listener', () => {
  const count = createObservable(1, () => {
    count.set(2)
    return () => undefined
  })
  const listener = vi.fn()
  count.subscribe(listener)
  expect(listener).toHaveBeenCalledTimes(1)
})
