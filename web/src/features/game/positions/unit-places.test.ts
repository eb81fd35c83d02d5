import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standInSource } from './testing/stand-in-source.ts'
import { createUnitPlaces } from './unit-places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const { source, ...rest } = standInSource()
  const places = createUnitPlaces(source)
  const changed = vi.fn()
  const xs = () => [...places.get()].map(([userId, { x }]) => `${userId}@${x}`)
  return { ...rest, places, changed, xs }
}

test('nothing is followed until someone asks, and nothing after the last has left', () => {
  const { places, changed, follow, stopped, frame, roster, xs } = setUp()
  expect(follow).not.toHaveBeenCalled()
  const leave = places.subscribe(changed)
  const leaveToo = places.subscribe(() => undefined)
  expect(follow).toHaveBeenCalledTimes(1)
  roster({ 1: 7 })
  frame({ 1: 10 })
  vi.advanceTimersByTime(0)
  expect(xs()).toEqual(['7@10'])
  leave()
  expect(stopped).not.toHaveBeenCalled()
  leaveToo()
  expect(stopped).toHaveBeenCalledTimes(1)
  expect(xs()).toEqual([])
})

test('the first positions are told at once, those that follow once a second', () => {
  const { places, changed, frame, roster, xs } = setUp()
  places.subscribe(changed)
  roster({ 1: 7 })
  frame({ 1: 10 })
  vi.advanceTimersByTime(0)
  expect(changed).toHaveBeenCalledTimes(1)
  for (const x of [11, 12, 13]) {
    frame({ 1: x })
    vi.advanceTimersByTime(250)
  }
  expect([changed.mock.calls.length, xs()]).toEqual([1, ['7@10']])
  vi.advanceTimersByTime(250)
  expect([changed.mock.calls.length, xs()]).toEqual([2, ['7@13']])
})

test('who has no account, no position or has left the game is nowhere', () => {
  const { places, frame, roster, xs } = setUp()
  places.subscribe(() => undefined)
  roster({ 1: 7, 2: null, 3: 9 })
  frame({ 1: 10, 2: 20 })
  vi.advanceTimersByTime(0)
  expect(xs()).toEqual(['7@10'])
  frame({}, [1])
  vi.advanceTimersByTime(1000)
  expect(xs()).toEqual([])
})

test('where they were before the connection broke is not where they are', () => {
  const { places, changed, frame, roster, say, xs } = setUp()
  places.subscribe(changed)
  roster({ 1: 7 })
  frame({ 1: 10 })
  vi.advanceTimersByTime(0)
  say()?.onPhase('lost', 'units')
  expect([changed.mock.calls.length, xs()]).toEqual([2, []])
  vi.advanceTimersByTime(5000)
  expect(xs()).toEqual([])
})
