import type { CurrentUser } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, PASSWORD, startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const NEW_PASSWORD = 'another long password'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
})
afterAll(() => t.close())

const update = async (person: Person, change: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
  const me: CurrentUser = (await t.http(person.token).get('/api/auth/me')).json()
  const { name, emailAddress, avatarColor, version } = me
  const user = { name, emailAddress, avatarColor, steamId: me.steamId ?? '', version, ...change }
  return t.http(person.token).put(`/api/user/self/${person.userId}`, { user, ...more })
}

describe("one's own profile", () => {
  test('is changed, audited, and live in the open pages', async () => {
    const person = await t.addPerson({ name: 'Gina' })
    const socket = await t.connect(person.token)
    await joinRoom(socket, 'user', { userId: person.userId })
    const received = nextEvent(socket, 'delta')
    const response = await update(person, { name: 'Gina Linetti', steamId: '110000199999999', avatarColor: 'pink' })
    expect(response.json()).toMatchObject({ name: 'Gina Linetti', steamId: '110000199999999', avatarColor: 'pink' })
    expect((await received).payload).toMatchObject({ name: 'Gina Linetti', steamId: '110000199999999' })
    const audited = await t.db.selectFrom('audit').selectAll().where('action', '=', 'user.changed').execute()
    expect(audited).toMatchObject([{ actor_id: person.userId, before: { name: 'Gina', steamId: null, avatarColor: 'blue' } }])
  })

  test("can't be changed by anyone else, not even an administrator", async () => {
    const [person, admin] = [await t.addPerson(), await t.person('admin')]
    const { json } = await t.http(person.token).get('/api/auth/me')
    const body = { user: { ...json(), steamId: '' } }
    expect((await t.http(admin.token).put(`/api/user/self/${person.userId}`, body)).statusCode).toBe(403)
    expect((await t.http().put(`/api/user/self/${person.userId}`, body)).statusCode).toBe(401)
  })

  test('bad input, a taken address and an old version are told apart, and change nothing', async () => {
    const person = await t.addPerson({ name: 'Terry' })
    const other = await t.addPerson()
    expect((await update(person, { steamId: 'xyz', name: 'No' })).json()).toMatchObject({ code: 'invalid_input', field: 'user.steamId' })
    expect((await update(person, { emailAddress: other.emailAddress.toUpperCase(), name: 'No' })).json()).toMatchObject({
      code: 'conflict',
      field: 'emailAddress',
    })
    expect((await update(person, { version: 0, name: 'No' })).json()).toMatchObject({
      code: 'conflict',
      message: 'This account has changed since you opened it',
    })
    expect((await t.http(person.token).get('/api/auth/me')).json().name).toBe('Terry')
  })
})

describe("one's own password", () => {
  test('needs the current one', async () => {
    const person = await t.addPerson()
    expect((await update(person, {}, { password: NEW_PASSWORD })).json()).toMatchObject({ code: 'invalid_input', field: 'currentPassword' })
    expect((await update(person, {}, { password: NEW_PASSWORD, currentPassword: 'wrong' })).json()).toMatchObject({
      code: 'invalid_input',
      field: 'currentPassword',
      message: 'This is not your current password',
    })
    expect((await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })).statusCode).toBe(200)
  })

  test('guesses are counted like those at sign-in', async () => {
    const person = await t.addPerson()
    const codes: number[] = []
    for (let guess = 0; guess < 8; guess += 1) {
      codes.push((await update(person, {}, { password: NEW_PASSWORD, currentPassword: `guess ${guess}` })).statusCode)
    }
    expect(codes.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(codes).toContain(429)
  })

  test('ends the other sessions and keeps this one, sockets too', async () => {
    const person = await t.addPerson()
    const elsewhere = await t.openSession(person.userId)
    const [here, there] = [await t.connect(person.token), await t.connect(elsewhere)]
    const ended = nextEvent(there, 'ended')
    const response = await update(person, {}, { password: NEW_PASSWORD, currentPassword: PASSWORD })
    expect(response.statusCode).toBe(200)
    await ended
    expect(here.connected).toBe(true)
    expect((await t.http(person.token).get('/api/auth/me')).statusCode).toBe(200)
    expect((await t.http(elsewhere).get('/api/auth/me')).statusCode).toBe(401)
    const audited = await t.db.selectFrom('audit').selectAll().where('action', '=', 'user.password-changed').execute()
    expect(audited).toMatchObject([{ subject_id: String(person.userId), before: null, after: null }])
    expect((await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: NEW_PASSWORD })).statusCode).toBe(200)
  })
})

test('the theme is stored with the account, reaches open pages live, and changes nothing else', async () => {
  const person = await t.addPerson()
  const me = async () => (await t.http(person.token).get('/api/auth/me')).json<CurrentUser>()
  const before = await me()
  expect(before.theme).toBe('system')
  const socket = await t.connect(person.token)
  await joinRoom(socket, 'user', { userId: person.userId })
  const received = nextEvent(socket, 'delta')
  const choose = (theme: string) => t.http(person.token).put(`/api/user/theme/${person.userId}`, { theme })
  expect((await choose('dark')).json()).toMatchObject({ theme: 'dark' })
  expect((await received).payload).toMatchObject({ theme: 'dark' })
  const after = await me()
  expect({ ...after, version: 0 }).toEqual({ ...before, theme: 'dark', version: 0 })
  await choose('dark')
  expect((await me()).version, 'the same again is no change').toBe(after.version)
  expect((await choose('sepia')).json()).toMatchObject({ code: 'invalid_input', field: 'theme' })
  expect((await me()).theme).toBe('dark')
})

test("the export has everything about the caller's own account, and no secret", async () => {
  const person = await t.addPerson({ name: 'Charles', departments: [{ name: 'LSPD', isPrimary: true }] })
  await t.db.insertInto('characters').values({ user_id: person.userId, name: 'Chuck' }).execute()
  await t.db.insertInto('patrols').values({ user_id: person.userId, department_id: 2, server_id: 1 }).execute()
  await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
  const response = await t.http(person.token).get(`/api/user/export/${person.userId}`)
  expect(response.json()).toMatchObject({
    account: { name: 'Charles' },
    characters: [{ name: 'Chuck', lastUsedAt: null }],
    records: { characters: [{ name: 'Chuck' }], vehicles: [], licences: [], weapons: [], record: [] },
    patrols: [{ department: 'LSPD', server: 'Server 1', endedAt: null }],
    signIns: [{ succeeded: true }],
    addresses: [{ count: 1 }],
  })
  expect(response.json().sessions).toHaveLength(2)
  expect(response.body).not.toMatch(/argon2|token/)
  expect((await (await t.as('root')).get(`/api/user/export/${person.userId}`)).statusCode).toBe(403)
})
