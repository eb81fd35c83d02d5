import { MESSAGES } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FREE_TRIES } from '../../../platform/auth/attempts.ts'
import { PASSWORD, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

// Uses a fake clock and fake timers, so that waits end when the test says, however slow the machine.
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

test('after the free tries, the wait is sent in a header and doubles, for unknown accounts as for known ones', async () => {
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

test('of a hundred wrong tries at once, by login and by validate, only the free ones are checked', async () => {
  const { userId, emailAddress } = await t.addPerson()
  const paths = ['/api/auth/login', '/api/auth/validate']
  const tries = Array.from({ length: 100 }, (_, i) => attempt(emailAddress, 'wrong password', `10.3.0.${i}`, paths[i % 2]))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(FREE_TRIES.account)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - FREE_TRIES.account)
  await until('the failures recorded', async () => (await failuresOf(userId)).length === FREE_TRIES.account)
})

test('during the wait even the right password is refused; afterwards it works, and the count starts again', async () => {
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

describe('wrong passwords from elsewhere do not keep the owner out', () => {
  const DEVICE = 'device of the owner 0123456789'
  const signIn = async (emailAddress: string, address: string, device?: string, password = PASSWORD) =>
    (await t.http(undefined, undefined, { address }).post('/api/auth/login', { emailAddress, password, ...(device ? { device } : {}) }))
      .statusCode
  const attack = async (emailAddress: string) => {
    await wrongTries(FREE_TRIES.account, emailAddress)
    expect(await attempt(emailAddress, PASSWORD), 'a stranger, even with the right one').toEqual({ status: 429, wait: 1 })
  }

  test('if they are at an address where they signed in before', async () => {
    const { emailAddress } = await t.addPerson()
    const home = freshAddress()
    expect(await signIn(emailAddress, home)).toBe(200)
    await attack(emailAddress)
    expect(await signIn(emailAddress, home)).toBe(200)
    expect(await attempt(emailAddress, PASSWORD), 'nor does it let strangers in again').toEqual({ status: 429, wait: 1 })
  })

  test('if they use a browser in which they signed in before, wherever it is now', async () => {
    const { emailAddress } = await t.addPerson()
    expect(await signIn(emailAddress, freshAddress(), DEVICE)).toBe(200)
    await attack(emailAddress)
    expect(await signIn(emailAddress, freshAddress(), DEVICE)).toBe(200)
    expect(await signIn(emailAddress, freshAddress(), 'device of a stranger 0123456789')).toBe(429)
    const other = await t.addPerson()
    await attack(other.emailAddress)
    expect(await signIn(other.emailAddress, freshAddress(), DEVICE), 'a browser is known to the account it was used for').toBe(429)
  })

  test('but a known address or browser may not guess for ever', async () => {
    for (const device of [undefined, DEVICE]) {
      const { emailAddress } = await t.addPerson()
      const home = freshAddress()
      expect(await signIn(emailAddress, home, device)).toBe(200)
      const place = () => (device === undefined ? home : freshAddress())
      for (let i = 0; i < FREE_TRIES.account; i += 1) expect(await signIn(emailAddress, place(), device, 'wrong password')).toBe(401)
      expect(await signIn(emailAddress, place(), device, 'wrong password')).toBe(429)
      expect(await signIn(emailAddress, freshAddress()), 'another address has a count of its own').toBe(200)
    }
  })

  test('or from changing their password while they are signed in', async () => {
    const { userId, emailAddress, token } = await t.addPerson()
    await attack(emailAddress)
    const { name, version, avatarColor } = (await t.http(token).get('/api/auth/me')).json()
    const user = { name, emailAddress, steamId: '', avatarColor, version }
    const body = { user, password: 'another long password', currentPassword: PASSWORD }
    expect((await t.http(token).put(`/api/user/self/${userId}`, body)).statusCode).toBe(200)
  })

  test('and a failed sign-in, or one from the game, makes no place known', async () => {
    const { userId, emailAddress } = await t.addPerson()
    const there = freshAddress()
    expect(await signIn(emailAddress, there, DEVICE, 'wrong password')).toBe(401)
    await t.db.insertInto('sign_ins').values({ user_id: userId, kind: 'ticket', address: there, user_agent: '', succeeded: true }).execute()
    await wrongTries(FREE_TRIES.account - 1, emailAddress)
    expect(await signIn(emailAddress, there, DEVICE)).toBe(429)
  })

  test('and only the last ones of very many browsers are kept', async () => {
    const { userId, emailAddress } = await t.addPerson()
    for (let i = 0; i < 23; i += 1) expect(await signIn(emailAddress, freshAddress(), `device number ${i} of the owner`)).toBe(200)
    expect(await t.db.selectFrom('known_devices').select('user_id').where('user_id', '=', userId).execute()).toHaveLength(20)
  })
})

test('an invalid address is never stored, even if a proxy forwards it', async () => {
  const behind = await startTestPortal({ trustProxy: true })
  try {
    const { emailAddress } = await behind.addPerson()
    const from = { address: '10.9.9.9', headers: { 'x-forwarded-for': '"><script>alert(1)</script>' } }
    await behind.http(undefined, undefined, from).post('/api/auth/login', { emailAddress, password: PASSWORD })
    const kept = await behind.db.selectFrom('sessions').select('address').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(kept.address).toBe('10.9.9.9')
  } finally {
    await behind.close()
  }
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
