import { DEAD_PASSWORD_LINK, HEADERS, PASSWORD_LINK_PATH, type IssuedPasswordLink, type Notice, type PasswordLink } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashLinkCode } from '../../../platform/auth/link-codes.ts'
import { nextEvent, PASSWORD, startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { statementsDuring } from '../../../testing/test-statements.ts'
import { makeLinkAtConsole } from './password-links.service.ts'

const PORTAL_URL = 'https://portal.example.org'
const FRESH = 'a fresh password of mine'

let t: TestPortal
let admin: Http
let log = ''
beforeAll(async () => {
  t = await startTestPortal({ portalUrl: PORTAL_URL, logLevel: 'debug', logTo: { write: (line: string) => (log += line) } })
  await t.person('root')
  admin = await t.as('admin')
})
afterAll(() => t.close())

let networks = 0
/** Each from an address of its own, so that one test's wrong codes delay no other. */
const stranger = () => t.http(undefined, undefined, { address: `10.20.${(networks += 1)}.1` })
const make = async (userId: number, as: Http = admin) => {
  const response = await as.post(`/api/user/password-links/${userId}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<IssuedPasswordLink>()
}
const look = (code: string, http = stranger()) => http.post('/api/auth/password-link', { code })
const set = (code: string, more: object = {}, http = stranger()) =>
  http.post('/api/auth/password-link/use', { code, password: FRESH, ...more })
const login = async ({ emailAddress }: Person, password: string) =>
  (await stranger().post('/api/auth/login', { emailAddress, password })).statusCode
const listed = async (userId: number) => (await admin.get(`/api/user/password-links/${userId}`)).json<PasswordLink[]>()
const expectDead = async (code: string) => {
  for (const response of [await look(code), await set(code)]) {
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ message: DEAD_PASSWORD_LINK, field: 'code' })])
  }
}
const manager = async (roles: string[] = []) => {
  const person = await t.addPerson({ permissions: ['MANAGE_USERS'], roles })
  return { ...person, http: t.http(person.token) }
}

describe('a link is made', () => {
  test('by those alone who may take over the account, and never for themselves', async () => {
    const sergeant = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
    const { http, userId } = await manager()
    const refused = await http.post(`/api/user/password-links/${sergeant.userId}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "This account holds MANAGE_SERVERS and you do not: you can't make a link for its password",
    ])
    expect((await http.post(`/api/user/password-links/${userId}`)).json().message).toBe('Change your own password in your settings')
    for (const role of ['staff', 'officer'] as const) {
      expect((await (await t.as(role)).post(`/api/user/password-links/${sergeant.userId}`)).statusCode, role).toBe(403)
    }
    expect((await admin.post(`/api/user/password-links/${(await t.person('root')).userId}`)).statusCode, 'above').toBe(403)
    expect((await admin.post('/api/user/password-links/999999')).statusCode).toBe(404)
    expect(await listed(sergeant.userId)).toEqual([])
    await make((await t.addPerson()).userId, http)
  })

  test('not for a disabled or deleted account', async () => {
    for (const [state, words] of [
      ['disabled_at', 'disabled: enable it first'],
      ['deleted_at', 'deleted: restore it first'],
    ] as const) {
      const { userId } = await t.addPerson()
      await t.db
        .updateTable('users')
        .set({ [state]: new Date() })
        .where('id', '=', userId)
        .execute()
      const refused = await admin.post(`/api/user/password-links/${userId}`)
      expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining(words)])
    }
  })

  test('with the address of the portal alone; its code is in no list, audit entry or log, and stored hashed', async () => {
    const member = await t.addPerson()
    const { code, link, purpose, state, expiresAt } = await make(member.userId)
    expect([link, purpose, state]).toEqual([`${PORTAL_URL}${PASSWORD_LINK_PATH}#${code}`, 'reset', 'open'])
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(60)
    expect((await look(code)).statusCode).toBe(200)
    expect((await set(code)).statusCode).toBe(200)
    const kept = await t.db.selectFrom('password_links').select('code_hash').where('user_id', '=', member.userId).executeTakeFirstOrThrow()
    expect(kept.code_hash).toEqual(hashLinkCode(code))
    const { rows: audit } = await sql`select action, after from audit where subject_id = ${String(member.userId)} order by id`.execute(t.db)
    expect(audit).toEqual([
      { action: 'user.created', after: expect.anything() },
      { action: 'user.password-link-made', after: { purpose: 'reset', expiresAt } },
      { action: 'user.password-link-used', after: { purpose: 'reset' } },
    ])
    expect(log).toContain('/api/auth/password-link')
    for (const text of [log, JSON.stringify(audit), JSON.stringify(await listed(member.userId))]) expect(text).not.toContain(code)
    expect(log).not.toContain(FRESH)
  })

  test('and tells the member, who is told again once it was used', async () => {
    const member = await t.addPerson()
    const own = t.http(member.token)
    const { code } = await make(member.userId)
    const notices = async (http: Http) => (await http.get(`/api/user/notices/${member.userId}`)).json<Notice[]>()
    expect((await notices(own))[0]).toMatchObject({
      title: 'A link for a new password',
      text: expect.stringMatching(/^The admin made a link/),
    })
    const token = String((await set(code)).headers[HEADERS.token])
    expect((await notices(t.http(token))).map(({ title }) => title)).toEqual(['Your password was changed', 'A link for a new password'])
  })
})

describe('a link is used', () => {
  test('to set a password and sign in, which ends every other session; looking at it uses nothing up', async () => {
    const member = await t.addPerson({ name: 'Jo Ray' })
    const { code, expiresAt } = await make(member.userId)
    const ended = nextEvent(await t.connect(member.token), 'ended')
    for (const given of [code, code.toLowerCase().replaceAll('-', ' ')]) {
      expect((await look(given)).json()).toEqual({
        purpose: 'reset',
        name: 'Jo Ray',
        emailAddress: member.emailAddress,
        expiresAt,
        steamId: null,
        conduct: null,
      })
    }
    expect((await set(code, { password: 'short' })).json()).toMatchObject({ field: 'password' })
    expect((await set(code, { steamId: '11000010abcdef1' })).json()).toMatchObject({ field: 'steamId' })
    const done = await set(code)
    expect([done.statusCode, done.json().userId]).toEqual([200, member.userId])
    expect((await t.http(String(done.headers[HEADERS.token])).get('/api/auth/me')).statusCode).toBe(200)
    await ended
    expect((await t.http(member.token).get('/api/auth/me')).statusCode).toBe(401)
    expect([await login(member, PASSWORD), await login(member, FRESH)]).toEqual([401, 200])
    await expectDead(code)
    expect((await listed(member.userId)).map(({ state }) => state)).toEqual(['used'])
  })

  test('by two at once: one gets it', async () => {
    const member = await t.addPerson()
    const { code } = await make(member.userId)
    const passwords = ['the first of two passwords', 'the second of two passwords']
    const responses = await Promise.all(passwords.map((password) => set(code, { password })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const won = responses.findIndex(({ statusCode }) => statusCode === 200)
    expect(await Promise.all(passwords.map((password) => login(member, password)))).toEqual(won === 0 ? [200, 401] : [401, 200])
  })

  test('until it is ended, also while the form is open', async () => {
    const member = await t.addPerson()
    const { code, passwordLinkId } = await make(member.userId)
    expect((await look(code)).statusCode).toBe(200)
    const { http } = await manager()
    expect((await http.delete(`/api/user/password-links/${(await t.addPerson()).userId}/${passwordLinkId}`)).statusCode).toBe(409)
    const ended = await http.delete(`/api/user/password-links/${member.userId}/${passwordLinkId}`)
    expect(ended.json()).toMatchObject({ passwordLinkId, state: 'ended' })
    await expectDead(code)
    expect((await http.delete(`/api/user/password-links/${member.userId}/${passwordLinkId}`)).statusCode).toBe(409)
  })

  test('until there is a newer one', async () => {
    const member = await t.addPerson()
    const [first, second] = [await make(member.userId), await make(member.userId)]
    await expectDead(first.code)
    expect((await set(second.code)).statusCode).toBe(200)
    expect((await listed(member.userId)).map(({ state }) => state)).toEqual(['used', 'ended'])
  })

  test('for an hour', async () => {
    const member = await t.addPerson()
    const { code } = await make(member.userId)
    await t.db
      .updateTable('password_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', member.userId)
      .execute()
    await expectDead(code)
    expect((await listed(member.userId)).map(({ state }) => state)).toEqual(['expired'])
    expect(await login(member, PASSWORD)).toBe(200)
  })

  test.each(['email', 'password_hash', 'disabled_at', 'deleted_at'] as const)('until the account changes its %s', async (column) => {
    const member = await t.addPerson()
    const { code } = await make(member.userId)
    const value = { email: `moved${member.userId}@example.com`, password_hash: 'x', disabled_at: new Date(), deleted_at: new Date() }[
      column
    ]
    await t.db
      .updateTable('users')
      .set({ [column]: value })
      .where('id', '=', member.userId)
      .execute()
    await t.db.updateTable('users').set({ disabled_at: null, deleted_at: null }).where('id', '=', member.userId).execute()
    await expectDead(code)
  })

  test('as long as its maker may take over the account', async () => {
    const member = await t.addPerson()
    const [lost, left, passed] = [await manager(), await manager(), await manager()]
    const { code: byLost } = await make(member.userId, lost.http)
    await t.db.deleteFrom('user_permissions').where('user_id', '=', lost.userId).execute()
    await expectDead(byLost)
    const { code: byLeft } = await make(member.userId, left.http)
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', left.userId).execute()
    await expectDead(byLeft)
    const { code: byPassed } = await make(member.userId, passed.http)
    await t.db.insertInto('user_permissions').values({ user_id: member.userId, permission: 'MANAGE_SERVERS' }).execute()
    await expectDead(byPassed)
    expect(await login(member, PASSWORD), 'nothing was set').toBe(200)
    await t.db.deleteFrom('user_permissions').where('user_id', '=', member.userId).execute()
    expect((await set(byPassed)).statusCode, 'the refusals used nothing up').toBe(200)
  })

  test('and what leads to something that its maker may not give counts too', async () => {
    const member = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
    const { http } = await manager()
    const { code } = await make(member.userId, http)
    await sql`update ranks set capabilities = '{approveReports}' where name = 'Sergeant'`.execute(t.db)
    await expectDead(code)
    await sql`update ranks set capabilities = '{}' where name = 'Sergeant'`.execute(t.db)
    const values = { source_kind: 'rank', department_id: 2, gift_kind: 'aceGroup', ace_group: 'group.pilots' }
    await sql`insert into entitlements (source_kind, department_id, rank_id, gift_kind, ace_group)
      select ${values.source_kind}, ${values.department_id}, id, ${values.gift_kind}, ${values.ace_group} from ranks where name = 'Sergeant' and department_id = 2`.execute(
      t.db,
    )
    const refused = await set(code)
    expect([refused.statusCode, refused.json().message]).toEqual([400, DEAD_PASSWORD_LINK])
    await t.db.deleteFrom('entitlements').execute()
    expect((await set(code)).statusCode).toBe(200)
  })
})

describe('an operator at the console', () => {
  test('makes a link for anyone, which nobody has to answer for', async () => {
    const member = await t.addPerson({ roles: ['Root'] })
    const code = await makeLinkAtConsole(t.db, member.emailAddress.toUpperCase())
    const { rows } =
      await sql`select actor_id from audit where action = 'user.password-link-made' and subject_id = ${String(member.userId)}`.execute(t.db)
    expect(rows).toEqual([{ actor_id: null }])
    expect((await set(code)).statusCode).toBe(200)
  })
})

describe('a stranger without a link', () => {
  test('can’t tell an unknown code from one that was used, ended or is too old: not by answer, and not by statements', async () => {
    const [used, ended, expired] = [await t.addPerson(), await t.addPerson(), await t.addPerson()]
    const codes = [
      (await make(used.userId)).code,
      (await make(ended.userId)).code,
      (await make(expired.userId)).code,
      'AAAA-BBBB-CCCC-DDDD',
    ]
    await set(codes[0]!)
    await make(ended.userId)
    await t.db
      .updateTable('password_links')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', expired.userId)
      .execute()
    for (const ask of [look, set]) {
      const answers: unknown[] = []
      for (const code of codes) {
        const { result, statements } = await statementsDuring(/password_links|users/, () => ask(code))
        const { statusCode, body } = result
        const { requestId: _, ...rest } = JSON.parse(body) as Record<string, unknown>
        answers.push({ statusCode, rest, statements })
      }
      expect(answers[0]).toMatchObject({ statusCode: 400, rest: { message: DEAD_PASSWORD_LINK }, statements: { length: 2 } })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
  })

  test('is delayed after a few codes, while holders of a link elsewhere are not', async () => {
    const member = await t.addPerson()
    const { code } = await make(member.userId)
    const guesser = stranger()
    const statuses: number[] = []
    for (let guess = 0; guess < 30; guess += 1) statuses.push((await look(`GUESS-${guess}`, guesser)).statusCode)
    expect(statuses.slice(0, 19).every((status) => status === 400)).toBe(true)
    expect(statuses).toContain(429)
    expect((await look(code, guesser)).statusCode, 'the right one is not looked at either').toBe(429)
    expect((await set(code)).statusCode).toBe(200)
  })
})
