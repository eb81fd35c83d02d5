import { expect, test, vi } from 'vitest'
import type { ConnectionState } from '../realtime/connection.ts'
import { createBuildCheck } from './build.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

function fakeLink() {
  let state: ConnectionState = 'live'
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setState: (next: ConnectionState) => {
      state = next
      listeners.forEach((listener) => listener())
    },
  }
}

test('another build than the own one is told once', async () => {
  const served = vi.fn(async () => 'new')
  const build = createBuildCheck({ own: () => 'old', served })
  const onChange = vi.fn()
  build.subscribe(onChange)
  build.check()
  await settle()
  expect(build.isOutdated()).toBe(true)
  build.check()
  await settle()
  expect([onChange.mock.calls.length, served.mock.calls.length]).toEqual([1, 1])
})

test('many files missing at once are one question, and the next one is another', async () => {
  const served = vi.fn(async () => 'old')
  const build = createBuildCheck({ own: () => 'old', served })
  build.check()
  build.check()
  await settle()
  expect([build.isOutdated(), served.mock.calls.length]).toEqual([false, 1])
  served.mockResolvedValue('new')
  build.check()
  await settle()
  expect(build.isOutdated()).toBe(true)
})

test('a portal that does not answer is no new version', async () => {
  const build = createBuildCheck({ own: () => 'old', served: async () => Promise.reject(new TypeError('Failed to fetch')) })
  build.check()
  await settle()
  expect(build.isOutdated()).toBe(false)
})

test('it is asked on a reconnect, not on the first connect and not by the clock', async () => {
  const served = vi.fn(async () => 'new')
  const build = createBuildCheck({ own: () => 'old', served })
  const link = fakeLink()
  build.followReconnects(link)
  link.setState('connecting')
  link.setState('live')
  expect(served).not.toHaveBeenCalled()
  link.setState('lost')
  link.setState('live')
  await settle()
  expect(build.isOutdated()).toBe(true)
})
