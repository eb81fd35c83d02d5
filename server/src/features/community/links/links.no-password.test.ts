import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJoiningPortal, type JoiningPortal } from '../../../testing/test-joining.ts'
import { ORIGIN } from '../../../testing/test-links.ts'
import { PASSWORD, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let p: JoiningPortal
let t: TestPortal
beforeAll(async () => {
  p = await startJoiningPortal()
  t = p.t
  await p.save(await t.as('admin'))
})
afterAll(() => p.close())

/** A member who joined with Discord, and has no password. */
const newcomer = async () => {
  const user = p.inDiscord()
  const response = await p.join(user.id)
  const { userId, emailAddress } = response.json<{ userId: number; emailAddress: string }>()
  const token = response.headers['x-idp-token'] as string
  return { user, userId, emailAddress, token, own: t.http(token) }
}
/** As if the sign-in had been a while ago. */
const wait = (userId: number) =>
  sql`update sessions set created_at = created_at - interval '11 minutes', confirmed_at = confirmed_at - interval '11 minutes' where user_id = ${userId}`.execute(
    t.db,
  )
const setPassword = async (own: Http, userId: number, currentPassword?: string) => {
  const user = (await own.get('/api/auth/me')).json()
  return own.put(`/api/user/self/${userId}`, { user: { ...user, steamId: '' }, password: 'a new long password', currentPassword })
}
const confirm = async (own: Http, discordId: string) =>
  own.post('/api/discord/confirm/finish', await p.agree(own, '/api/discord/confirm/start', discordId))

test('an account without a password fails to sign in by password like any wrong one, and the attempt is recorded', async () => {
  const { userId, emailAddress } = await newcomer()
  const person = await t.addPerson()
  const signIn = async (address: string, password: string) => {
    const { statusCode, json } = await p.http().post('/api/auth/login', { emailAddress: address, password })
    return [statusCode, json().code, json().message]
  }
  const wrong = await signIn(person.emailAddress, 'not the password')
  for (const password of [PASSWORD, 'null', '-']) expect(await signIn(emailAddress, password)).toEqual(wrong)
  await expect
    .poll(async () =>
      (await t.db.selectFrom('sign_ins').select(['kind', 'succeeded']).where('user_id', '=', userId).orderBy('id').execute()).slice(1),
    )
    .toEqual(Array.from({ length: 3 }, () => ({ kind: 'password', succeeded: false })))
})

test('a member without a password sets the first one soon after a sign-in with Discord, and keeps that session', async () => {
  const { userId, emailAddress, own } = await newcomer()
  const changed = await setPassword(own, userId)
  expect(changed.json()).toMatchObject({ hasPassword: true })
  expect((await own.get('/api/auth/me')).statusCode).toBe(200)
  expect((await p.http().post('/api/auth/login', { emailAddress, password: 'a new long password' })).statusCode).toBe(200)
  expect((await setPassword(own, userId)).json()).toMatchObject({ code: 'invalid_input', field: 'currentPassword' })
})

test('a member without a password later confirms with Discord first: with the linked account, in that session alone, for ten minutes', async () => {
  const { user, userId, own } = await newcomer()
  const elsewhere = t.http(await t.openSession(userId))
  await wait(userId)
  const REFUSED = { code: 'forbidden', field: 'currentPassword', message: 'Confirm with Discord that it is you, then try again' }
  expect((await setPassword(own, userId, 'anything')).json()).toMatchObject(REFUSED)
  expect((await confirm(own, p.inDiscord().id)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining(user.username) })
  expect((await setPassword(own, userId)).json()).toMatchObject(REFUSED)
  expect((await confirm(own, user.id)).json()).toEqual({ confirmedUntil: expect.any(String) })
  expect((await setPassword(elsewhere, userId)).json()).toMatchObject(REFUSED)
  await wait(userId)
  expect((await setPassword(own, userId)).json()).toMatchObject(REFUSED)
  await confirm(own, user.id)
  expect((await setPassword(own, userId)).statusCode).toBe(200)
})

test('a session can’t be confirmed by a state of another member, of another purpose, or used before', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const START = '/api/discord/confirm/start'
  const given = await p.agree(one.own, START, one.user.id)
  const FINISH = '/api/discord/confirm/finish'
  expect((await other.own.post(FINISH, given)).statusCode).toBe(400)
  expect((await one.own.post('/api/discord/link/finish', given)).statusCode).toBe(400)
  expect((await one.own.post(FINISH, given)).statusCode).toBe(200)
  expect((await one.own.post(FINISH, given)).statusCode).toBe(400)
  const person = await t.addPerson()
  expect((await t.http(person.token).post(START, { origin: ORIGIN })).json()).toMatchObject({ code: 'conflict' })
})

test('an account without a password can’t be unlinked, by its member or by staff, until it has a password', async () => {
  const { userId, own } = await newcomer()
  expect((await own.delete('/api/discord/link')).json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Set a password first'),
  })
  const admin = await t.as('admin')
  expect((await admin.delete(`/api/discord/links/${userId}`)).json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('password link'),
  })
  await setPassword(own, userId)
  expect((await own.delete('/api/discord/link')).json()).toEqual({})
})

test('a member without a password leaves the community after confirming with Discord', async () => {
  const { user, userId, own } = await newcomer()
  await wait(userId)
  const leave = () => own.post(`/api/user/leave/${userId}`, {})
  expect((await leave()).json()).toMatchObject({ code: 'forbidden', field: 'currentPassword' })
  await confirm(own, user.id)
  expect((await leave()).json()).toEqual({})
  expect((await p.join(user.id)).statusCode).toBe(401)
})

test('an account without a password gets one by a link of staff, and is deleted like any other', async () => {
  const { userId, emailAddress } = await newcomer()
  const admin = await t.as('admin')
  const { code } = (await admin.post(`/api/user/password-links/${userId}`)).json<{ code: string }>()
  const used = await p.http().post('/api/auth/password-link/use', { code, password: 'by a link of staff' })
  expect(used.statusCode).toBe(200)
  expect((await p.http().post('/api/auth/login', { emailAddress, password: 'by a link of staff' })).statusCode).toBe(200)
  const other = await newcomer()
  expect((await admin.put(`/api/user/state/${other.userId}`, { action: 'delete' })).json()).toMatchObject({ isDeleted: true })
})
