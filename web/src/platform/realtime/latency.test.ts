import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLatency } from './latency.ts'
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
  const become = (next: ConnectionState) => {
    state = next
    for (const follower of followers) follower()
  }
  return { latency, echo, become, followers }
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
  const { latency, become, echo } = setUp()
  const heard = vi.fn()
  latency.subscribe(heard)
  await vi.advanceTimersByTimeAsync(0)
  become('lost')
  expect(latency.get()).toBeNull()
  become('live')
  await vi.advanceTimersByTimeAsync(0)
  expect(latency.get()).toBe(14)
  echo.mockResolvedValueOnce(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(latency.get()).toBeNull()
  expect(heard).toHaveBeenCalledTimes(4)
})
