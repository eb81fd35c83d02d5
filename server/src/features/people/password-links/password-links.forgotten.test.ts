import { HEADERS, PASSWORD_LINK_PATH, type LookedAtPasswordLink, type Notice, type PasswordLink } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FORGOTTEN_PASSWORDS } from '../../../platform/limits/limits.ts'
import { startTestPortal, until, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestSmtp, type TestSmtp } from '../../../testing/test-smtp.ts'
import { statementsDuring } from '../../../testing/test-statements.ts'

const PORTAL_URL = 'https://portal.example.org'
const FRESH = 'a fresh password of mine'

let smtp: TestSmtp
let t: TestPortal
let log = ''
beforeAll(async () => {
  smtp = await startTestSmtp()
  t = await startTestPortal({
    portalUrl: PORTAL_URL,
    smtpUrl: smtp.url,
    logLevel: 'debug',
    logTo: { write: (line: string) => (log += line) },
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(() => {
  smtp.received.length = 0
})

let networks = 0
const stranger = () => t.http(undefined, undefined, { address: `10.30.${(networks += 1)}.1` })
const ask = (emailAddress: string, http: Http = stranger()) => http.post('/api/auth/forgot-password', { emailAddress })
const linkIn = (text: string) => new RegExp(`^${PORTAL_URL}${PASSWORD_LINK_PATH}#(.+)$`, 'm').exec(text)?.[1] ?? ''
const mailedTo = async (emailAddress: string, which = 0) => linkIn((await smtp.mailTo(emailAddress, which)).text)
const use = (code: string, more: object = {}) => stranger().post('/api/auth/password-link/use', { code, password: FRESH, ...more })
/** Every request that was answered until now has been worked on. */
const worked = () =>
  until('the requests are worked on', async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'password-link-send'
      union all select from mails where state = 'waiting'`.execute(t.db)
    return rows.length === 0
  })

describe('a member who lost the password', () => {
  test('gets a link by mail, sets a new one with it, once, and is told', async () => {
    const member = await t.addPerson({ name: 'Rosa Delgado' })
    expect((await ask(` ${member.emailAddress.toUpperCase()} `)).statusCode).toBe(200)
    const { text, subject } = await smtp.mailTo(member.emailAddress)
    expect(subject).toMatch(/^New password for /)
    expect(text).toContain('Hello Rosa Delgado,')
    expect(text).toContain('within 60 minutes')
    const used = await use(linkIn(text))
    expect(used.statusCode, used.body).toBe(200)
    expect((await use(linkIn(text))).statusCode).toBe(400)
    const signedIn = await stranger().post('/api/auth/login', { emailAddress: member.emailAddress, password: FRESH })
    expect(signedIn.statusCode).toBe(200)
    const notices = (await t.http(String(signedIn.headers['x-idp-token'])).get(`/api/user/notices/${member.userId}`)).json<Notice[]>()
    expect(notices[0]).toMatchObject({
      title: 'Your password was changed',
      text: expect.stringContaining('with a link that was mailed to you'),
    })
  })

  test('has the latest link alone, and staff who manage accounts see who asked for it, without its code', async () => {
    const member = await t.addPerson()
    await ask(member.emailAddress)
    const first = await mailedTo(member.emailAddress)
    await ask(member.emailAddress)
    const second = await mailedTo(member.emailAddress, 1)
    expect((await use(first)).statusCode).toBe(400)
    const path = `/api/user/password-links/${member.userId}`
    const listed = await (await t.as('admin')).get(path)
    expect(listed.json<PasswordLink[]>().map(({ state, madeBy }) => [state, madeBy?.userId])).toEqual([
      ['open', member.userId],
      ['ended', member.userId],
    ])
    expect(listed.body).not.toContain(second)
    expect((await use(second)).statusCode).toBe(200)
  })

  test('may be an admin or Root, since nobody else learns the link', async () => {
    for (const role of ['admin', 'root'] as const) {
      const { emailAddress } = await t.person(role)
      await ask(emailAddress)
      expect((await use(await mailedTo(emailAddress))).statusCode, role).toBe(200)
    }
  })

  test('and has never had one is welcomed as by their first link, which the mailed one ends', async () => {
    const root = await t.addPerson({ roles: ['Root'] })
    const file = await t.app.http.inject({
      method: 'POST',
      url: '/api/user-files?accounts=1',
      headers: { [HEADERS.apiKey]: WEB_KEY, authorization: `Bearer ${root.token}`, 'content-type': 'text/csv' },
      payload: 'name,email\nVera Oakes,vera@example.com',
    })
    expect(file.statusCode, file.body).toBe(200)
    await ask('vera@example.com')
    const code = await mailedTo('vera@example.com')
    const looked = await stranger().post('/api/auth/password-link', { code })
    expect(looked.json<LookedAtPasswordLink>()).toMatchObject({ purpose: 'welcome', name: 'Vera Oakes', steamId: '' })
    expect(Date.parse(looked.json<LookedAtPasswordLink>().expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000)
    expect((await use(code)).statusCode).toBe(200)
  })
})

describe('a stranger', () => {
  test('can’t tell whether an address exists: not by answer, and not by statements', async () => {
    const [member, disabled, deleted] = [await t.addPerson(), await t.addPerson(), await t.addPerson()]
    await sql`update users set disabled_at = now() where id = ${disabled.userId}`.execute(t.db)
    await sql`update users set deleted_at = now() where id = ${deleted.userId}`.execute(t.db)
    const addresses = [member.emailAddress, 'nobody-at-all@example.com', disabled.emailAddress, deleted.emailAddress]
    // The key of each caller is known by then, and no job runs beside the requests that are counted.
    const callers = addresses.map(() => stranger())
    for (const http of callers) await http.get('/api/setup')
    await sql`create function hold_jobs() returns trigger language plpgsql as 'begin new.run_at := ''infinity''; return new; end'`.execute(
      t.db,
    )
    await sql`create trigger hold_jobs before insert on graphile_worker._private_jobs for each row execute function hold_jobs()`.execute(
      t.db,
    )
    await until('the jobs of earlier tests have ended', async () => {
      const { rows } = await sql`select from graphile_worker.jobs where run_at <= now() or locked_at is not null`.execute(t.db)
      return rows.length === 0
    })
    const answers: unknown[] = []
    for (const [index, emailAddress] of addresses.entries()) {
      const { result, statements } = await statementsDuring(/add_job|users|password_links|mails\b/, () => ask(emailAddress, callers[index]))
      const { date: _, 'x-request-id': __, ...headers } = result.headers
      answers.push({ statusCode: result.statusCode, headers, body: result.body, statements })
    }
    await sql`drop trigger hold_jobs on graphile_worker._private_jobs`.execute(t.db)
    await sql`drop function hold_jobs`.execute(t.db)
    expect(answers[0]).toMatchObject({
      statusCode: 200,
      body: '{}',
      statements: expect.arrayContaining([expect.stringContaining('add_job')]),
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])

    const { rows } = await sql<{ payload: string }>`
      update graphile_worker._private_jobs set run_at = now() where run_at = 'infinity' returning payload::text`.execute(t.db)
    expect(rows).toHaveLength(addresses.length)
    for (const { payload } of rows) expect(payload).not.toContain('example.com')
    await worked()
    await smtp.mailTo(member.emailAddress)
    expect(smtp.received.map(({ to }) => to)).toEqual([[member.emailAddress]])
  })

  test('gets no more than some links an hour for one address, from wherever they ask, with or without an account', async () => {
    const member = await t.addPerson()
    const refusals: unknown[] = []
    for (const emailAddress of [member.emailAddress, 'nobody-here@example.com']) {
      for (let count = 0; count < FORGOTTEN_PASSWORDS.address; count += 1) expect((await ask(emailAddress)).statusCode).toBe(200)
      const refused = await ask(emailAddress.toUpperCase())
      refusals.push([refused.statusCode, refused.json().code, refused.json().message])
    }
    expect(refusals[0]).toEqual([429, 'too_many_attempts', 'Too many links were requested for this email address: wait 60 minutes'])
    expect(refusals[1]).toEqual(refusals[0])
    await worked()
    expect(smtp.received).toHaveLength(FORGOTTEN_PASSWORDS.address)
  })

  test('gets no more than some links an hour from one network', async () => {
    const http = stranger()
    for (let count = 0; count < FORGOTTEN_PASSWORDS.network; count += 1) {
      expect((await ask(`someone${count}@example.com`, http)).statusCode).toBe(200)
    }
    expect((await ask('someone-else@example.com', http)).statusCode).toBe(429)
    await worked()
  })

  test('is refused a text that is no address', async () => {
    const refused = await ask('nobody')
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'emailAddress'])
  })
})

test('a portal that sends no mails says so, whatever the address, and its pages don’t offer it', async () => {
  const plain = await startTestPortal()
  const { emailAddress } = await plain.addPerson()
  for (const address of [emailAddress, 'nobody@example.com']) {
    const refused = await plain.http().post('/api/auth/forgot-password', { emailAddress: address })
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'This portal sends no mails: ask your staff for a link'])
  }
  expect((await plain.app.http.inject('/portal-config.json')).json()).toMatchObject({ hasMail: false })
  expect((await t.app.http.inject('/portal-config.json')).json()).toMatchObject({ hasMail: true })
  await plain.close()
})

test('no log line has a link or an address that was asked for', () => {
  expect(log).toContain('/api/auth/forgot-password')
  for (const secret of [`${PASSWORD_LINK_PATH}#`, 'nobody-at-all@example.com']) expect(log).not.toContain(secret)
})
