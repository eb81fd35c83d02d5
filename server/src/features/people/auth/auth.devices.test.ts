import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { PASSWORD, startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestSmtp, type TestSmtp } from '../../../testing/test-smtp.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const HOME = 'a browser that is known 1234567890'
const ELSEWHERE = 'another browser 1234567890 abcdef'

let smtp: TestSmtp
let t: TestPortal
beforeAll(async () => {
  smtp = await startTestSmtp()
  t = await startTestPortal({ portalUrl: 'https://portal.example.org', smtpUrl: smtp.url })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(() => {
  smtp.received.length = 0
})

const signIn = async ({ emailAddress }: Person, device: string | undefined, address = '10.40.0.1', password = PASSWORD) =>
  (
    await t
      .http(undefined, undefined, { address, headers: { 'user-agent': FIREFOX } })
      .post('/api/auth/login', { emailAddress, password, device })
  ).statusCode
/** The mails of all sign-ins until now were sent. */
const sent = async () => {
  await until('the mails are sent', async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'sign-in-new-device'
      union all select from mails where state = 'waiting'`.execute(t.db)
    return rows.length === 0
  })
  return smtp.received.map(({ to }) => to[0])
}

test('a sign-in from a new device is told by mail, with time, device and address', async () => {
  const member = await t.addPerson({ name: 'Rosa Delgado' })
  await signIn(member, HOME)
  await signIn(member, HOME)
  expect(await sent(), 'the first device, and the same again').toEqual([])
  await signIn(member, ELSEWHERE, '10.40.0.2')
  const { subject, text } = await smtp.mailTo(member.emailAddress)
  expect(subject).toMatch(/^Sign-in from a new device at /)
  expect(text).toContain('Hello Rosa Delgado,')
  expect(text).toMatch(/When: \d+ \w+ \d{4} at \d\d:\d\d \(.+\)\nDevice: Firefox on Windows\nNetwork address: 10\.40\.0\.2/)
  expect(text).toContain('https://portal.example.org/login/forgot')
  expect(text).not.toContain(ELSEWHERE)
  await signIn(member, ELSEWHERE, '10.40.0.3')
  expect(await sent(), 'the device is known by then').toHaveLength(1)
})

test('a sign-in without a device is told by mail if its address is new', async () => {
  const member = await t.addPerson()
  await signIn(member, undefined)
  await signIn(member, undefined)
  expect(await sent()).toEqual([])
  await signIn(member, undefined, '10.40.9.9')
  expect(await sent()).toEqual([member.emailAddress])
})

test('a wrong password is told to nobody', async () => {
  const member = await t.addPerson()
  await signIn(member, HOME)
  expect(await signIn(member, ELSEWHERE, '10.40.0.4', 'wrong password')).toBe(401)
  expect(await sent()).toEqual([])
})
