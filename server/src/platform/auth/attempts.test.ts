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

test('after the free tries each wait is twice the last, up to five minutes', async () => {
  expect(await waits(FREE_TRIES.account, 'jo')).toEqual(nothing(FREE_TRIES.account))
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    expect(await wait('jo')).toBe(seconds)
    passSeconds(seconds)
    expect(await wait('jo')).toBe(0)
  }
})

test('what is left of a wait is said in whole seconds, never as none', async () => {
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

test('an account is the same however its address is written', async () => {
  for (const spelling of ['jo@x.com', 'JO@X.COM', ' jo@x.com', 'jo@x.com ', 'Jo@x.com']) expect(await wait(spelling)).toBe(0)
  expect(await wait('jO@x.com')).toBe(1)
})

test('a place that the account knows is counted by itself, and strangers do not reach that count', async () => {
  await waits(FREE_TRIES.account, 'jo')
  expect(await wait('jo')).toBe(1)
  const atHome = async () => (await guard.begin('jo', freshAddress(), 'address 10.0.0.1')).waitSeconds
  await waits(FREE_TRIES.account, 'jo\naddress 10.0.0.1')
  for (let i = 0; i < FREE_TRIES.account; i += 1) expect(await atHome()).toBe(0)
  expect(await atHome()).toBe(1)
})

test('of many at once only the free ones are let through', async () => {
  const found = await Promise.all(Array.from({ length: 200 }, () => wait('jo')))
  expect(found.filter((seconds) => seconds === 0)).toHaveLength(FREE_TRIES.account)
})

test('refused tries do not make the wait longer', async () => {
  await waits(FREE_TRIES.account, 'jo')
  expect(new Set(await waits(50, 'jo'))).toEqual(new Set([1]))
  passSeconds(1)
  expect(await wait('jo')).toBe(0)
  expect(await wait('jo')).toBe(2)
})

test('a right password clears the count of the account and takes back that of the address', async () => {
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

test('a try that one count refuses claims no wait of the other', async () => {
  for (let i = 0; i < FREE_TRIES.address; i += 1) await wait(`someone ${i}`, 'here')
  await waits(FREE_TRIES.account - 1, 'jo')
  expect(await wait('jo', 'here'), 'refused for the address').toBe(1)
  expect(await wait('jo'), 'from elsewhere').toBe(0)
  passSeconds(1)
  expect(await wait('jo')).toBe(0)
  expect(await wait('jo', 'here'), 'refused for the account').toBe(2)
  expect(await wait('ann', 'here'), 'another account').toBe(0)
})

test('an address that has to wait leaves no trace of the accounts that it makes up', async () => {
  for (let count = 0; count < FREE_TRIES.address; count += 1) await wait(`guess ${count}`, 'one address')
  const kept = vi.getTimerCount()
  for (let count = 0; count < 500; count += 1) expect(await wait(`made up ${count}`, 'one address')).toBeGreaterThan(0)
  expect(vi.getTimerCount()).toBe(kept)
})
