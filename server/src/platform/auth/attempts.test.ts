import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAttemptGuard, FREE_TRIES, type AttemptGuard } from './attempts.ts'

// Uses a fake clock.
let guard: AttemptGuard
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
  guard = createAttemptGuard()
})
afterEach(() => vi.useRealTimers())
const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

let counter = 0
const freshAddress = () => `address ${(counter += 1)}`
const wait = async (account: string, address = freshAddress()) => (await guard.begin(account, address)).waitSeconds
const waits = async (count: number, account: string, address?: string) => {
  const found: number[] = []
  for (let i = 0; i < count; i += 1) found.push(await wait(account, address))
  return found
}
const nothing = (count: number) => Array.from({ length: count }, () => 0)

test('after the free attempts each delay is twice the last, up to five minutes', async () => {
  expect(await waits(FREE_TRIES.account, 'jo')).toEqual(nothing(FREE_TRIES.account))
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    expect(await wait('jo')).toBe(seconds)
    passSeconds(seconds)
    expect(await wait('jo')).toBe(0)
  }
})

test('the remaining delay is in whole seconds, never 0', async () => {
  await waits(FREE_TRIES.account, 'jo')
  passSeconds(1)
  await wait('jo')
  passSeconds(0.5)
  expect(await wait('jo')).toBe(2)
  passSeconds(1)
  expect(await wait('jo')).toBe(1)
  passSeconds(0.499)
  expect(await wait('jo')).toBe(1)
})

test("spellings of an account's address share one count", async () => {
  for (const spelling of ['jo@x.com', 'JO@X.COM', ' jo@x.com', 'jo@x.com ', 'Jo@x.com']) expect(await wait(spelling)).toBe(0)
  expect(await wait('jO@x.com')).toBe(1)
})

test('a known place of the account has its own count, which strangers do not affect', async () => {
  await waits(FREE_TRIES.account, 'jo')
  expect(await wait('jo')).toBe(1)
  const atHome = async () => (await guard.begin('jo', freshAddress(), 'address 10.0.0.1')).waitSeconds
  await waits(FREE_TRIES.account, 'jo\naddress 10.0.0.1')
  for (let i = 0; i < FREE_TRIES.account; i += 1) expect(await atHome()).toBe(0)
  expect(await atHome()).toBe(1)
})

test('of many attempts at once only the free ones are let through', async () => {
  const found = await Promise.all(Array.from({ length: 200 }, () => wait('jo')))
  expect(found.filter((seconds) => seconds === 0)).toHaveLength(FREE_TRIES.account)
})

test('refused attempts do not lengthen the delay', async () => {
  await waits(FREE_TRIES.account, 'jo')
  expect(new Set(await waits(50, 'jo'))).toEqual(new Set([1]))
  passSeconds(1)
  expect(await wait('jo')).toBe(0)
  expect(await wait('jo')).toBe(2)
})

test("a correct password clears the account's count and uncounts the address's attempt", async () => {
  await waits(FREE_TRIES.account, 'jo')
  passSeconds(1)
  await (await guard.begin('jo', 'home')).succeeded()
  expect(await waits(FREE_TRIES.account, 'jo')).toEqual(nothing(FREE_TRIES.account))
  for (let i = 0; i < FREE_TRIES.address * 2; i += 1) {
    const attempt = await guard.begin(`someone ${i}`, 'home')
    expect(attempt.waitSeconds).toBe(0)
    await attempt.succeeded()
  }
})

test('an address has its own count, across accounts', async () => {
  for (let i = 0; i < FREE_TRIES.address; i += 1) expect(await wait(`someone ${i}`, 'here')).toBe(0)
  expect(await wait('jo', 'here')).toBe(1)
  expect(await wait('jo', 'there')).toBe(0)
  passSeconds(1)
  expect(await wait('jo', 'here')).toBe(0)
  expect(await wait('jo', 'here')).toBe(2)
})

test('an attempt that one count refuses does not start a delay on the other', async () => {
  for (let i = 0; i < FREE_TRIES.address; i += 1) await wait(`someone ${i}`, 'here')
  await waits(FREE_TRIES.account - 1, 'jo')
  expect(await wait('jo', 'here'), 'refused for the address').toBe(1)
  expect(await wait('jo'), 'from elsewhere').toBe(0)
  passSeconds(1)
  expect(await wait('jo')).toBe(0)
  expect(await wait('jo', 'here'), 'refused for the account').toBe(2)
  expect(await wait('ann', 'here'), 'another account').toBe(0)
})

test('a delayed address leaves no counters for the account names it tries', async () => {
  for (let count = 0; count < FREE_TRIES.address; count += 1) await wait(`guess ${count}`, 'one address')
  const kept = vi.getTimerCount()
  for (let count = 0; count < 500; count += 1) expect(await wait(`made up ${count}`, 'one address')).toBeGreaterThan(0)
  expect(vi.getTimerCount()).toBe(kept)
})
