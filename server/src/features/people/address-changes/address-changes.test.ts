import { ADDRESS_LINK_PATH, DEAD_ADDRESS_LINK, type AddressChange, type CurrentUser, type Notice } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { PASSWORD, startTestPortal, until, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestSmtp, type TestSmtp } from '../../../testing/test-smtp.ts'
import { statementsDuring } from '../../../testing/test-statements.ts'
import { deleteOldChanges } from './address-changes.repo.ts'

const PORTAL_URL = 'https://portal.example.org'

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

let count = 0
const newAddress = () => `fresh${(count += 1)}@example.com`
const stranger = () => t.http(undefined, undefined, { address: `10.50.${(count += 1)}.1` })
const ask = ({ userId, token }: Person, emailAddress: string, currentPassword: string | null = PASSWORD) =>
  t.http(token).post(`/api/user/address/${userId}`, { emailAddress, currentPassword })
const confirm = (code: string) => stranger().post('/api/auth/confirm-address', { code })
const codeIn = (text: string) => new RegExp(`^${PORTAL_URL}${ADDRESS_LINK_PATH}#(.+)$`, 'm').exec(text)?.[1] ?? ''
const askedCode = async (person: Person, emailAddress: string) => {
  expect((await ask(person, emailAddress)).statusCode).toBe(200)
  return codeIn((await smtp.mailTo(emailAddress)).text)
}
const addressOf = async ({ userId }: Person) =>
  (await t.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
/** Every request that was answered until now has been worked on. */
const worked = () =>
  until('the requests are worked on', async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'address-change-send'
      union all select from mails where state = 'waiting'`.execute(t.db)
    return rows.length === 0
  })
const expectDead = async (code: string) => {
  const refused = await confirm(code)
  expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ message: DEAD_ADDRESS_LINK, field: 'code' })])
}

describe('a new email address', () => {
  test('changes once it is confirmed, is told to the old one before and after, and the link works once', async () => {
    const member = await t.addPerson({ name: 'Rosa Delgado' })
    const fresh = newAddress()
    const asked = await ask(member, ` ${fresh} `)
    expect(asked.json<AddressChange>()).toEqual({ pending: { emailAddress: fresh, expiresAt: expect.any(String) } })
    const toOld = await smtp.mailTo(member.emailAddress)
    expect(toOld.text).toContain(`asked to change its email address to ${fresh}`)
    const { subject, text } = await smtp.mailTo(fresh)
    expect(subject).toMatch(/^Confirm your email address for /)
    expect(await addressOf(member)).toBe(member.emailAddress)

    const confirmed = await confirm(codeIn(text))
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { emailAddress: fresh }])
    expect(confirmed.headers).not.toHaveProperty('x-idp-token')
    expect(await addressOf(member)).toBe(fresh)
    expect((await smtp.mailTo(member.emailAddress, 1)).text).toContain(`is now ${fresh}`)
    const http = t.http(member.token)
    expect((await http.get(`/api/user/address/${member.userId}`)).json()).toEqual({ pending: null })
    expect((await http.get(`/api/user/notices/${member.userId}`)).json<Notice[]>()[0]).toMatchObject({
      title: 'Your email address was changed',
    })
    await expectDead(codeIn(text))
  })

  test('needs the current password', async () => {
    const member = await t.addPerson()
    for (const password of [null, 'a wrong password']) {
      const refused = await ask(member, newAddress(), password)
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'currentPassword'])
    }
    expect((await ask(member, member.emailAddress.toUpperCase())).json()).toMatchObject({ field: 'emailAddress' })
    expect(smtp.received).toEqual([])
  })

  test('is never set by saving the profile, which may change its letters alone', async () => {
    const member = await t.addPerson()
    const http = t.http(member.token)
    const { name, avatarColor, version } = (await http.get('/api/auth/me')).json<CurrentUser>()
    const save = (emailAddress: string) =>
      http.put(`/api/user/self/${member.userId}`, { user: { name, avatarColor, version, steamId: '', emailAddress } })
    const refused = await save(newAddress())
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'emailAddress'])
    expect((await save(member.emailAddress.toUpperCase())).statusCode).toBe(200)
  })

  test('that staff set is told to the old one', async () => {
    const member = await t.addPerson()
    const fresh = newAddress()
    const admin = await t.as('admin')
    const { name, version, userPermissions } = (await admin.get(`/api/user/getUser/${member.userId}`)).json<CurrentUser>()
    const saved = await admin.put(`/api/user/UpdateUserAsync/${member.userId}/false`, {
      user: { name, version, userPermissions, emailAddress: fresh, steamId: '' },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await smtp.mailTo(member.emailAddress)).text).toContain(`is now ${fresh}`)
  })
})

describe('a link that confirms an address ends', () => {
  test('with a newer one, and when the member ends it', async () => {
    const member = await t.addPerson()
    const first = await askedCode(member, newAddress())
    const second = await askedCode(member, newAddress())
    await expectDead(first)
    expect((await t.http(member.token).delete(`/api/user/address/${member.userId}`)).json()).toEqual({ pending: null })
    await expectDead(second)
  })

  test('with a new password, and when the account is disabled or deleted', async () => {
    for (const change of [sql`password_hash = 'x'`, sql`disabled_at = now()`, sql`deleted_at = now()`]) {
      const member = await t.addPerson()
      const code = await askedCode(member, newAddress())
      await sql`update users set ${change} where id = ${member.userId}`.execute(t.db)
      await expectDead(code)
    }
  })

  test('after a day, when it is deleted too', async () => {
    const member = await t.addPerson()
    const code = await askedCode(member, newAddress())
    await sql`update address_changes set expires_at = now() where user_id = ${member.userId}`.execute(t.db)
    await expectDead(code)
    await deleteOldChanges(t.db)
    expect(await t.db.selectFrom('address_changes').select('email').where('user_id', '=', member.userId).execute()).toEqual([])
  })

  test('where another account has taken the address since', async () => {
    const member = await t.addPerson()
    const code = await askedCode(member, newAddress())
    const other = await t.addPerson()
    await sql`update address_changes set email = ${other.emailAddress.toUpperCase()} where user_id = ${member.userId}`.execute(t.db)
    const refused = await confirm(code)
    expect([refused.statusCode, refused.json().field]).toEqual([409, 'emailAddress'])
    expect(await addressOf(member)).toBe(member.emailAddress)
  })
})

test('a member can’t tell whether another account has an address: not by answer, and not by statements', async () => {
  const [member, other] = [await t.addPerson(), await t.addPerson()]
  const free = newAddress()
  // The member is known to the portal by then.
  await t.http(member.token).get('/api/auth/me')
  await sql`create function hold_jobs() returns trigger language plpgsql as 'begin new.run_at := ''infinity''; return new; end'`.execute(
    t.db,
  )
  await sql`create trigger hold_jobs before insert on graphile_worker._private_jobs for each row execute function hold_jobs()`.execute(t.db)
  const answers: unknown[] = []
  for (const emailAddress of [other.emailAddress, free]) {
    const { result, statements } = await statementsDuring(/add_job|users|address_changes|mails\b/, () => ask(member, emailAddress))
    answers.push({ statusCode: result.statusCode, to: result.json<AddressChange>().pending?.emailAddress === emailAddress, statements })
  }
  await sql`drop trigger hold_jobs on graphile_worker._private_jobs`.execute(t.db)
  await sql`drop function hold_jobs`.execute(t.db)
  expect(answers[0]).toMatchObject({ statusCode: 200, to: true })
  expect(answers[1]).toEqual(answers[0])
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at = 'infinity'`.execute(t.db)
  await worked()
  await smtp.mailTo(free)
  expect(smtp.received.filter(({ to }) => to.includes(free))).toHaveLength(1)
  expect(smtp.received.filter(({ to }) => to.includes(other.emailAddress))).toEqual([])
})

test('the address of someone who may not return gets no mail, and can’t be confirmed', async () => {
  const [member, barred] = [await t.addPerson(), await t.addPerson()]
  const admin = await t.as('admin')
  for (const act of ['let-go', 'bar']) {
    const done = await admin.post(`/api/former-members/${barred.userId}/${act}`, { reason: 'Cheated' })
    expect(done.statusCode, done.body).toBe(200)
  }
  await sql`update users set email = 'another@example.com' where id = ${barred.userId}`.execute(t.db)
  smtp.received.length = 0
  expect((await ask(member, barred.emailAddress)).statusCode).toBe(200)
  await worked()
  expect(smtp.received.map(({ to }) => to[0])).toEqual([member.emailAddress])
  const code = await askedCode(member, newAddress())
  await sql`update address_changes set email = ${barred.emailAddress} where user_id = ${member.userId}`.execute(t.db)
  expect((await confirm(code)).statusCode).toBe(403)
  expect(await addressOf(member)).toBe(member.emailAddress)
})

test('nobody asks, looks or ends for others, and no more than some times an hour', async () => {
  const [member, other] = [await t.addPerson(), await t.addPerson()]
  const path = `/api/user/address/${member.userId}`
  for (const http of [t.http(other.token), await t.as('root')]) {
    expect((await http.get(path)).statusCode).toBe(403)
    expect((await http.post(path, { emailAddress: newAddress(), currentPassword: PASSWORD })).statusCode).toBe(403)
    expect((await http.delete(path)).statusCode).toBe(403)
  }
  expect((await t.http().get(path)).statusCode).toBe(401)
  for (let times = 0; times < AN_HOUR.addressChanges; times += 1) expect((await ask(member, newAddress())).statusCode).toBe(200)
  expect((await ask(member, newAddress())).statusCode).toBe(429)
})

test('guesses of codes are delayed', async () => {
  const guesser = stranger()
  const statuses: number[] = []
  for (let guess = 0; guess < 30; guess += 1) {
    statuses.push((await guesser.post('/api/auth/confirm-address', { code: `GUESS-${guess}` })).statusCode)
  }
  expect(statuses[0]).toBe(400)
  expect(statuses).toContain(429)
})

test('a portal that sends no mails changes the address with the profile, at once', async () => {
  const plain = await startTestPortal()
  const member = await plain.addPerson()
  const http = plain.http(member.token)
  const refused = await http.post(`/api/user/address/${member.userId}`, { emailAddress: newAddress(), currentPassword: PASSWORD })
  expect(refused.statusCode).toBe(409)
  const { name, avatarColor, version } = (await http.get('/api/auth/me')).json<CurrentUser>()
  const emailAddress = newAddress()
  const saved = await http.put(`/api/user/self/${member.userId}`, { user: { name, avatarColor, version, steamId: '', emailAddress } })
  expect(saved.json<CurrentUser>().emailAddress).toBe(emailAddress)
  await plain.close()
})

test('no log line has a link or an address', () => {
  expect(log).toContain('/api/auth/confirm-address')
  for (const secret of [`${ADDRESS_LINK_PATH}#`, 'fresh1@example.com']) expect(log).not.toContain(secret)
})
