import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { issueKey, revokeKey } from '../../../platform/auth/api-keys.ts'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import {
  joinRoom,
  nextEvent,
  PASSWORD,
  startTestPortal,
  until,
  type Person,
  type TestPortal,
  type TestSocket,
} from '../../../testing/test-portal.ts'
import { resetPassword, setDisabled } from '../users/users.service.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

const DAY_MS = 24 * 60 * 60 * 1000
const sessionOf = (userId: number) =>
  t.db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').executeTakeFirstOrThrow()
const ended = (socket: TestSocket) => Promise.all([nextEvent(socket, 'ended'), new Promise((gone) => socket.once('disconnect', gone))])
const isSignedIn = async (token: string) => (await t.http(token).get('/api/auth/me')).statusCode === 200

test('signing in opens a session of thirty days', async () => {
  const { userId, emailAddress } = await t.addPerson()
  await t.http().post('/api/auth/login', { emailAddress, password: PASSWORD })
  const session = await sessionOf(userId)
  const days = (session.expires_at.getTime() - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
})

test('the job revokes expired sessions and no others, and their sockets end', async () => {
  const { userId, token } = await t.addPerson()
  const other = await t.connect(await t.openSession((await t.addPerson()).userId))
  const socket = await t.connect(token)
  const { id: sessionId } = await sessionOf(userId)
  const end = ended(socket)
  await t.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', sessionId)
    .execute()
  expect(await isSignedIn(token), 'refused already, whenever the job comes').toBe(false)
  await enqueue(t.db, { name: 'sessions-expire', payload: z.object({}) }, {})
  await end
  // The socket may have been checked before the job ran, and ends then too.
  await expect.poll(async () => (await sessionOf(userId)).revoked_at).not.toBeNull()
  expect(other.connected).toBe(true)
})

test('last use is recorded at most once a minute, and extends the session', async () => {
  const { userId, token } = await t.addPerson()
  const { id, last_used_at: atFirst } = await sessionOf(userId)
  await t.http(token).get('/api/auth/me')
  expect((await sessionOf(userId)).last_used_at).toEqual(atFirst)
  await sql`update sessions set last_used_at = now() - interval '59 seconds' where id = ${id}`.execute(t.db)
  const { last_used_at: almost } = await sessionOf(userId)
  await t.http(token).get('/api/auth/me')
  expect((await sessionOf(userId)).last_used_at).toEqual(almost)
  await sql`update sessions set last_used_at = now() - interval '61 seconds' where id = ${id}`.execute(t.db)
  await t.http(token).get('/api/auth/me')
  const moved = await sessionOf(userId)
  expect(Math.abs(Date.now() - moved.last_used_at.getTime())).toBeLessThan(30_000)
  expect(moved.expires_at.getTime() - Date.now()).toBeGreaterThan(29 * DAY_MS)
})

test('records of sign-ins and sessions are pruned after 180 days, and not before', async () => {
  const { userId, token } = await t.addPerson()
  await sql`insert into sign_ins (user_id, address, user_agent, succeeded, at)
    select ${userId}, 'prune', '', true, now() - make_interval(days => days) from unnest(array[1, 179, 181, 400]) days`.execute(t.db)
  await sql`insert into sessions (user_id, token_hash, address, user_agent, expires_at, revoked_at) values
    (${userId}, 'a', 'expired long ago', '', now() - interval '181 days', null),
    (${userId}, 'b', 'revoked long ago', '', now() + interval '1 day', now() - interval '181 days'),
    (${userId}, 'c', 'revoked lately', '', now() - interval '181 days', now() - interval '1 day')`.execute(t.db)
  await enqueue(t.db, { name: 'sign-ins-prune', payload: z.object({}) }, {})
  const left = () => t.db.selectFrom('sessions').select('address').where('user_id', '=', userId).orderBy('id').execute()
  await until('pruned', async () => (await left()).length === 2)
  expect((await left()).map(({ address }) => address)).toEqual(['127.0.0.1', 'revoked lately'])
  const signIns = await t.db.selectFrom('sign_ins').select('id').where('address', '=', 'prune').execute()
  expect(signIns).toHaveLength(2)
  expect(await isSignedIn(token)).toBe(true)
})

test('revoking an API key ends the sockets that were opened with it, and no others', async () => {
  const person = await t.addPerson()
  const key = await issueKey(t.db, {}, 'integration', 'A screen')
  const [withKey, withWebKey] = [await t.connect(person.token, key), await t.connect(person.token)]
  const end = ended(withKey)
  const { id } = await t.db.selectFrom('api_keys').select('id').where('name', '=', 'A screen').executeTakeFirstOrThrow()
  await revokeKey(t.db, {}, id)
  await end
  expect(withWebKey.connected).toBe(true)
})

describe('sessions end at once, for requests and sockets alike', () => {
  const update = (column: 'disabled_at' | 'deleted_at' | 'password_hash') => (person: Person) =>
    sql`update users set ${sql.ref(column)} = ${column === 'password_hash' ? 'other' : new Date()} where id = ${person.userId}`.execute(
      t.db,
    )

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['logging out', ({ token }) => t.http(token).post('/api/auth/logout')],
    ['disabling by SQL', update('disabled_at')],
    ['deleting by SQL', update('deleted_at')],
    ['another password by SQL', update('password_hash')],
    ['removing the session by SQL', ({ userId }) => sql`delete from sessions where user_id = ${userId}`.execute(t.db)],
    ['revoking the session by SQL', ({ userId }) => sql`update sessions set revoked_at = now() where user_id = ${userId}`.execute(t.db)],
    ['disabling at the console', ({ emailAddress }) => setDisabled(t.db, {}, emailAddress, true)],
    ['resetting the password at the console', ({ emailAddress }) => resetPassword(t.db, {}, emailAddress, 'another password')],
  ])('%s', async (_what, act) => {
    const person = await t.addPerson()
    const bystander = await t.addPerson()
    const sockets = [await t.connect(person.token), await t.connect(person.token)]
    const unaffected = await t.connect(bystander.token)
    await joinRoom(sockets[0]!, 'user', { userId: person.userId })
    const gone = Promise.all(sockets.map(ended))
    await act(person)
    expect(await isSignedIn(person.token)).toBe(false)
    await gone
    await expect(t.connect(person.token)).rejects.toThrow('session_invalid')
    expect(unaffected.connected).toBe(true)
    expect(await isSignedIn(bystander.token)).toBe(true)
  })

  test('an account that is enabled again does not bring its old sessions back', async () => {
    const { emailAddress, token } = await t.addPerson()
    await setDisabled(t.db, {}, emailAddress, true)
    await setDisabled(t.db, {}, emailAddress, false)
    expect(await isSignedIn(token)).toBe(false)
    expect((await t.http().post('/api/auth/login', { emailAddress, password: PASSWORD })).statusCode).toBe(200)
  })

  test('a new password works at once, and the old one no longer does', async () => {
    const { emailAddress } = await t.addPerson()
    await resetPassword(t.db, {}, emailAddress, 'another password')
    const login = (password: string) => t.http().post('/api/auth/login', { emailAddress, password })
    expect((await login(PASSWORD)).statusCode).toBe(401)
    expect((await login('another password')).statusCode).toBe(200)
  })

  test('the socket of another user on the same portal stays', async () => {
    const [one, two] = [await t.addPerson(), await t.addPerson()]
    const socket = await t.connect(two.token)
    const first = await t.connect(one.token)
    const gone = ended(first)
    await t.http(one.token).post('/api/auth/logout')
    await gone
    expect((await joinRoom(socket, 'servers')).ok).toBe(true)
  })
})
