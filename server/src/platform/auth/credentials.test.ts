import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../testing/test-portal.ts'
import { createCredentialLookup } from './credentials.ts'
import { hashSecret } from './secrets.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

test('requests that arrive together are looked up in one statement, and each gets its own answer', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => t.addPerson()))
  const query = vi.spyOn(t.database.pool, 'query')
  const find = createCredentialLookup(t.database.pool)
  const key = hashSecret(WEB_KEY)
  const found = await Promise.all([
    ...people.map(({ token }) => find(key, hashSecret(token))),
    find(key, null),
    find(key, hashSecret('no such token')),
    find(hashSecret('no such key'), hashSecret(people[0]!.token)),
    find(key, hashSecret(people[0]!.token)),
  ])
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
  const [first, ...others] = people.map(({ userId }) => userId)
  expect(found.map((each) => each && each.user_id)).toEqual([first, ...others, null, null, undefined, first])
  // Results are not cached for later requests, so a revocation takes effect.
  await t.db.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', first!).execute()
  expect((await find(key, hashSecret(people[0]!.token)))?.user_id).toBeNull()
})

test('more requests than fit into one statement are all looked up', async () => {
  const { userId, token } = await t.addPerson()
  const find = createCredentialLookup(t.database.pool)
  const found = await Promise.all(Array.from({ length: 150 }, () => find(hashSecret(WEB_KEY), hashSecret(token))))
  expect(found.map((each) => each?.user_id)).toEqual(Array.from({ length: 150 }, () => userId))
})

test('if the database fails, all requests fail, and the next are looked up again', async () => {
  const { userId, token } = await t.addPerson()
  const find = createCredentialLookup(t.database.pool)
  await sql`alter table api_keys rename to api_keys_away`.execute(t.db)
  const failed = await Promise.allSettled([1, 2, 3].map(() => find(hashSecret(WEB_KEY), hashSecret(token))))
  await sql`alter table api_keys_away rename to api_keys`.execute(t.db)
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect((await find(hashSecret(WEB_KEY), hashSecret(token)))?.user_id).toBe(userId)
})

test('users who ask at once are each answered as themselves', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => t.addPerson()))
  const answers = await Promise.all(people.map(({ token }) => t.http(token).get('/api/auth/me')))
  expect(answers.map((answer) => answer.json<{ userId: number }>().userId)).toEqual(people.map(({ userId }) => userId))
  const strangers = await Promise.all([t.http('wrong').get('/api/auth/me'), t.http(people[0]!.token, 'wrong').get('/api/auth/me')])
  expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
})
