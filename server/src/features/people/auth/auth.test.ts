import { CurrentUser, MESSAGES } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { statementsDuring } from '../../../testing/test-statements.ts'
import { withClient } from '../../../testing/test-database.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

let lastAddress = 0
/** A separate address for each test, so that failed attempts of one don't delay another. */
const elsewhere = () => t.http(undefined, undefined, { address: `10.1.0.${(lastAddress += 1)}`, headers: { 'user-agent': 'Tablet/1.0' } })
const signInsOf = (userId: number) => t.db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('id').execute()
const sessionsOf = (userId: number) => t.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id').execute()

test('a call without an API key gets 401 and a body that says which header is missing', async () => {
  const response = await t.http(undefined, '').get('/api/auth/me')
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'api_key_missing', message: 'This call needs an API key in the X-API-Key header' })
})

test('a wrong API key gets 401 and a body that says so', async () => {
  const response = await t.http(undefined, 'web_not_this_one').get('/api/auth/me')
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'api_key_invalid', message: 'The API key in the X-API-Key header is not valid' })
})

test('signing in returns the user and the token in its header, and the token works', async () => {
  const { emailAddress } = await t.person('officer')
  const response = await t.http().post('/api/auth/login', { emailAddress: ` ${emailAddress.toUpperCase()} `, password: PASSWORD })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const token = response.headers['x-idp-token'] as string
  expect(response.body).not.toContain(token)
  const me = await t.http(token).get('/api/auth/me')
  expect(me.json()).toEqual(response.json())
  expect(CurrentUser.strict().safeParse(me.json()).success).toBe(true)
  expect(me.json().userDepartments[0]).toMatchObject({
    departmentId: 2,
    isPrimary: true,
    rankName: 'Officer II',
    department: { type: 'Leo', isCadEnabled: true },
  })
})

test('only hashes of the token and the password are kept', async () => {
  const { userId, emailAddress } = await t.addPerson()
  const response = await t.http().post('/api/auth/login', { emailAddress, password: PASSWORD })
  const token = response.headers['x-idp-token'] as string
  const everything = JSON.stringify([
    await sessionsOf(userId),
    await t.db.selectFrom('users').selectAll().execute(),
    await t.db.selectFrom('audit').selectAll().execute(),
  ])
  expect(everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(everything).not.toContain(token)
  expect(everything).not.toContain(PASSWORD)
})

test('validate answers whether the credentials are right, and opens no session', async () => {
  const { userId, emailAddress } = await t.addPerson()
  const before = (await sessionsOf(userId)).length
  const right = await elsewhere().post('/api/auth/validate', { emailAddress, password: PASSWORD })
  expect([right.statusCode, right.json(), right.headers['x-idp-token']]).toEqual([200, {}, undefined])
  const wrong = await elsewhere().post('/api/auth/validate', { emailAddress, password: 'not this one' })
  expect([wrong.statusCode, wrong.json().message]).toEqual([401, MESSAGES.credentials])
  expect(await sessionsOf(userId)).toHaveLength(before)
})

test('logging out ends this session and no other', async () => {
  const { userId, token } = await t.addPerson()
  const other = await t.openSession(userId)
  expect((await t.http(token).post('/api/auth/logout')).statusCode).toBe(200)
  expect((await t.http(token).get('/api/auth/me')).json()).toMatchObject({ code: 'session_invalid' })
  expect((await t.http(token).post('/api/auth/logout')).statusCode).toBe(401)
  expect((await t.http(other).get('/api/auth/me')).statusCode).toBe(200)
})

test.each([
  ['no body', undefined, undefined],
  ['an empty password', { emailAddress: 'a@example.com', password: '' }, 'password'],
  ['no email address', { password: 'x' }, 'emailAddress'],
  ['a number for a password', { emailAddress: 'a@example.com', password: 5 }, 'password'],
])('%s is refused as input, not as credentials', async (_what, body, field) => {
  const response = await t.http().post('/api/auth/login', body)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', ...(field ? { field } : {}) })
})

describe('every reason for refusal looks the same', () => {
  const disabled = async () => {
    const person = await t.addPerson()
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.userId).execute()
    return { emailAddress: person.emailAddress, password: PASSWORD }
  }
  const deleted = async () => {
    const person = await t.addPerson()
    await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', person.userId).execute()
    return { emailAddress: person.emailAddress, password: PASSWORD }
  }
  const seen = async (path: string, body: object) => {
    const response = await elsewhere().post(path, body)
    const { requestId, ...answer } = response.json() as Record<string, unknown>
    const { date: _date, 'x-request-id': id, ...headers } = response.headers
    expect(id).toBe(requestId)
    return { status: response.statusCode, answer, headers }
  }

  test.each(['/api/auth/login', '/api/auth/validate'])('%s', async (path) => {
    const { emailAddress } = await t.addPerson()
    const wrong = await seen(path, { emailAddress, password: 'wrong password' })
    expect(wrong.status).toBe(401)
    expect(wrong.answer).toEqual({ code: 'credentials_invalid', message: MESSAGES.credentials })
    const others = [
      { emailAddress: 'nobody@example.com', password: PASSWORD },
      await disabled(),
      await deleted(),
      { emailAddress: 'not an address', password: PASSWORD },
      { emailAddress: "' or 1=1 --", password: PASSWORD },
      { emailAddress: '%@example.com', password: PASSWORD },
      { emailAddress, password: ` ${PASSWORD}` },
    ]
    for (const body of others) expect(await seen(path, body), JSON.stringify(body)).toEqual(wrong)
  })

  test('by its statements too, before the answer and after it', async () => {
    const refused = async (emailAddress: string) => {
      const { statements } = await statementsDuring(/known_devices|sign_ins/, async () => {
        await seen('/api/auth/login', { emailAddress, password: 'wrong password' })
        await sql`select 1`.execute(t.db)
      })
      return statements
    }
    const wrong = await refused((await t.addPerson()).emailAddress)
    expect(wrong).toEqual([expect.stringContaining('known_devices'), expect.stringContaining('insert into sign_ins')])
    for (const { emailAddress } of [{ emailAddress: 'nobody@example.com' }, await disabled(), await deleted()])
      expect(await refused(emailAddress), emailAddress).toEqual(wrong)
  })

  test.each(['/api/auth/login', '/api/auth/validate'])(
    '%s: input that no account can have is refused as such, for any email address',
    async (path) => {
      const { emailAddress } = await t.addPerson()
      for (const wrong of ['\u0000', '\ud800']) {
        for (const [field, body] of [
          ['emailAddress', { emailAddress: `${wrong}@example.com`, password: PASSWORD }],
          ['password', { emailAddress, password: wrong }],
        ] as const) {
          expect(await seen(path, body)).toMatchObject({ status: 400, answer: { code: 'invalid_input', field } })
        }
      }
    },
  )

  // Counted in processor time, which other programs do not change.
  test('an unknown account takes as long as a known one', async () => {
    const time = async (emailAddress: string) => {
      const before = process.cpuUsage()
      await elsewhere().post('/api/auth/login', { emailAddress, password: 'wrong password' })
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
    const people: Person[] = []
    for (let i = 0; i < 4; i += 1) people.push(await t.addPerson())
    await time('warm-up@example.com')
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 9; i += 1) {
      known.push(await time(people[i % people.length]!.emailAddress))
      unknown.push(await time(`nobody${i}@example.com`))
    }
    const ratio = median(known) / median(unknown)
    expect(ratio, `known ${median(known)} ms, unknown ${median(unknown)} ms`).toBeGreaterThan(0.5)
    expect(ratio, `known ${median(known)} ms, unknown ${median(unknown)} ms`).toBeLessThan(2)
  })
})

test('each sign-in is recorded with address, program, time and outcome', async () => {
  const { userId, emailAddress } = await t.addPerson()
  const from = t.http(undefined, undefined, { address: '203.0.113.9', headers: { 'user-agent': `Tablet/1.0 ${'x'.repeat(400)}` } })
  await from.post('/api/auth/login', { emailAddress, password: 'wrong password' })
  await from.post('/api/auth/login', { emailAddress, password: PASSWORD })
  const records = await signInsOf(userId)
  expect(records.map(({ succeeded, address }) => [succeeded, address])).toEqual([
    [false, '203.0.113.9'],
    [true, '203.0.113.9'],
  ])
  for (const { user_agent, at } of records) {
    expect(user_agent).toMatch(/^Tablet\/1\.0 x+$/)
    expect(user_agent.length).toBeLessThanOrEqual(300)
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
  }
  expect((await sessionsOf(userId)).at(-1)).toMatchObject({ address: '203.0.113.9', revoked_at: null })
})

test('a right password for a disabled account is recorded as refused', async () => {
  const { userId, emailAddress } = await t.addPerson()
  await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
  await elsewhere().post('/api/auth/login', { emailAddress, password: PASSWORD })
  await until('the failure recorded', async () => (await signInsOf(userId)).length > 0)
  expect((await signInsOf(userId)).map(({ succeeded }) => succeeded)).toEqual([false])
})

test.each([
  ['disabled', { disabled_at: new Date() }],
  ['given another password', { password_hash: 'changed' }],
])('an account that is %s while someone signs in to it opens no session', async (_what, change) => {
  const { userId, emailAddress } = await t.addPerson()
  await t.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  const login = await withClient(t.database.url, async (client) => {
    await client.query('begin')
    const [[column, value]] = Object.entries(change) as [[string, unknown]]
    await client.query(`update users set ${column} = $1 where id = $2`, [value, userId])
    const underWay = elsewhere().post('/api/auth/login', { emailAddress, password: PASSWORD })
    // The password was right when checked; the session is opened only after the change.
    await until('the sign-in waits for the change', async () => {
      const { rows } = await client.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
      return rows.length > 0
    })
    await client.query('commit')
    return underWay
  })
  expect(login.statusCode).toBe(401)
  expect(login.json().message).toBe(MESSAGES.credentials)
  expect((await sessionsOf(userId)).filter(({ revoked_at }) => revoked_at === null)).toEqual([])
})

test('one account signs in from many places at once', async () => {
  const { emailAddress } = await t.addPerson()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => t.http().post('/api/auth/login', { emailAddress, password: PASSWORD })),
  )
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(4)
})
