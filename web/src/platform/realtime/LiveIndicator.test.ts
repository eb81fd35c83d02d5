import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLatency, latencyLevel } from './LiveIndicator.tsx'
import type { ConnectionState } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  let state: ConnectionState = 'live'
  let time = 0
  const followers = new Set<() => void>()
  const echo = vi.fn(async () => {
    time += 14
    return true
  })
  const latency = createLatency({
    connection: { get: () => state, subscribe: (listener) => (followers.add(listener), () => void followers.delete(listener)) },
    echo,
    now: () => time,
  })
  const setConnection = (next: ConnectionState) => {
    state = next
    for (const follower of followers) follower()
  }
  return { latency, echo, setConnection, followers }
}

test('it is measured at once and again while someone looks, and not at all when nobody does', async () => {
  const { latency, echo, followers } = setUp()
  expect(latency.get()).toBeNull()
  const stop = latency.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(latency.get()).toBe(14)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(echo).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(echo).toHaveBeenCalledTimes(3)
  expect(followers.size).toBe(0)
})

test('a lost connection has none, one that is back is measured at once', async () => {
  const { latency, setConnection, echo } = setUp()
  const listener = vi.fn()
  latency.subscribe(listener)
  await vi.advanceTimersByTimeAsync(0)
  setConnection('lost')
  expect(latency.get()).toBeNull()
  setConnection('live')
  await vi.advanceTimersByTimeAsync(0)
  expect(latency.get()).toBe(14)
  echo.mockResolvedValueOnce(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(latency.get()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(4)
})

test.each([
  [null, 'good'],
  [300, 'good'],
  [301, 'slow'],
  [1000, 'slow'],
  [1941, 'very slow'],
])('a round trip of %s ms is %s', (latency, level) => expect(latencyLevel(latency)).toBe(level))
