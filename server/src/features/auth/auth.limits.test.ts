import { MESSAGES } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FREE_TRIES } from '../../platform/auth/attempts.ts'
import { PASSWORD, startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

// The clock and what waits for it are ours: however slow the machine, a wait ends when the test says so.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldClearNativeTimers: true }))
afterEach(() => vi.useRealTimers())
const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

let counter = 0
const freshAddress = () => `10.2.0.${(counter += 1)}`
type Outcome = { status: number; wait: number | undefined }
const attempt = async (emailAddress: string, password = 'wrong password', address = freshAddress(), path = '/api/auth/login') => {
  const response = await t.http(undefined, undefined, { address }).post(path, { emailAddress, password })
  const wait = response.headers['retry-after']
  const outcome: Outcome = { status: response.statusCode, wait: wait === undefined ? undefined : Number(wait) }
  if (response.statusCode !== 200) expect(response.json().message).toBe(MESSAGES.credentials)
  return outcome
}
const wrongTries = async (count: number, emailAddress: string) => {
  const outcomes: Outcome[] = []
  for (let i = 0; i < count; i += 1) outcomes.push(await attempt(emailAddress))
  return outcomes
}
const LOOKED_AT = { status: 401, wait: undefined }
const failuresOf = (userId: number) =>
  t.db.selectFrom('sign_ins').select('id').where('user_id', '=', userId).where('succeeded', '=', false).execute()

test('after the free tries the wait is said in a header and doubles, for unknown accounts as for known ones', async () => {
  for (const emailAddress of [(await t.addPerson()).emailAddress, 'nobody@example.com']) {
    expect(await wrongTries(FREE_TRIES.account, emailAddress)).toEqual(Array.from({ length: FREE_TRIES.account }, () => LOOKED_AT))
    for (const seconds of [1, 2, 4]) {
      expect(await attempt(emailAddress)).toEqual({ status: 429, wait: seconds })
      expect(await attempt(emailAddress), 'asking again changes nothing').toEqual({ status: 429, wait: seconds })
      passSeconds(seconds)
      expect(await attempt(emailAddress)).toEqual(LOOKED_AT)
    }
  }
})

test('of a hundred wrong tries at once, by login and by validate, only the free ones are looked at', async () => {
  const { userId, emailAddress } = await t.addPerson()
  const paths = ['/api/auth/login', '/api/auth/validate']
  const tries = Array.from({ length: 100 }, (_, i) => attempt(emailAddress, 'wrong password', `10.3.0.${i}`, paths[i % 2]))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(FREE_TRIES.account)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - FREE_TRIES.account)
  expect(await failuresOf(userId)).toHaveLength(FREE_TRIES.account)
})

test('while it waits even the right password is refused; afterwards it works, and the count starts again', async () => {
  const { emailAddress } = await t.addPerson()
  await wrongTries(FREE_TRIES.account, emailAddress)
  expect(await attempt(emailAddress, PASSWORD)).toEqual({ status: 429, wait: 1 })
  passSeconds(1)
  expect(await attempt(emailAddress, PASSWORD)).toEqual({ status: 200, wait: undefined })
  expect(await wrongTries(FREE_TRIES.account, emailAddress)).toEqual(Array.from({ length: FREE_TRIES.account }, () => LOOKED_AT))
  expect(await attempt(emailAddress)).toEqual({ status: 429, wait: 1 })
})

test('an address has its own count, across accounts', async () => {
  const address = freshAddress()
  const tries = Array.from({ length: FREE_TRIES.address }, (_, i) => attempt(`someone${i}@example.com`, 'wrong password', address))
  for (const outcome of await Promise.all(tries)) expect(outcome).toEqual(LOOKED_AT)
  const { emailAddress } = await t.addPerson()
  expect(await attempt(emailAddress, PASSWORD, address)).toEqual({ status: 429, wait: 1 })
  expect(await attempt(emailAddress, PASSWORD, freshAddress()), 'from elsewhere').toEqual({ status: 200, wait: undefined })
  passSeconds(1)
  expect(await attempt(emailAddress, PASSWORD, address)).toEqual({ status: 200, wait: undefined })
})

test('a forwarding header does not give a caller another address, unless a proxy is trusted', async () => {
  const recorded = async (portal: TestPortal) => {
    const { emailAddress } = await portal.addPerson()
    const from = { address: '10.9.9.9', headers: { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' } }
    await portal.http(undefined, undefined, from).post('/api/auth/login', { emailAddress, password: PASSWORD })
    return (await portal.db.selectFrom('sign_ins').select('address').orderBy('id', 'desc').executeTakeFirstOrThrow()).address
  }
  expect(await recorded(t)).toBe('10.9.9.9')
  const behindOne = await startTestPortal({ trustProxy: 1 })
  try {
    expect(await recorded(behindOne)).toBe('198.51.100.2')
  } finally {
    await behindOne.close()
  }
})
