import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, withClient, type TestDatabase } from '../../testing/test-database.ts'
import { dispatchOf } from '../../testing/test-dispatch.ts'
import { joinRoom, nextEvent, startTestPortal, until } from '../../testing/test-portal.ts'
import { allReactions, watchAccess, type AccessReactions, type AccessWatch } from './access-watch.ts'

const WATCHERS = "select pid from pg_stat_activity where application_name = 'tenfour access watch' and datname = $1"
let database: TestDatabase
let name: string
let maintenance: string
beforeAll(async () => {
  database = await createTestDatabase()
  name = new URL(database.url).pathname.slice(1)
  const url = new URL(database.url)
  url.pathname = '/postgres'
  maintenance = url.href
})
afterAll(() => database.drop())

let watch: AccessWatch
afterEach(() => watch?.close())

const watchers = (ofDatabase = name) => withClient(maintenance, async (client) => (await client.query(WATCHERS, [ofDatabase])).rows.length)
const listen = async () => {
  const seen: unknown[] = []
  watch = await watchAccess(database.url, {
    onUserChanged: (userId) => seen.push({ userId }),
    onSessionEnded: (sessionId) => seen.push({ sessionId }),
    onKeyRevoked: () => seen.push('key'),
    onPageChanged: () => seen.push('page'),
    onMissed: () => seen.push('missed'),
    onError: () => seen.push('error'),
  })
  return seen
}
const notify = (payload: string) => sql`select pg_notify('portal_access', ${payload})`.execute(database.db)

test('notifications of users and sessions are told apart, and invalid ones are reported without ending the process', async () => {
  const seen = await listen()
  for (const payload of ['{"userId":7}', 'nonsense', '', '{"userId":"7"}', '{"sessionId":8}']) await notify(payload)
  await until('heard', () => seen.length === 5)
  expect(seen).toEqual([{ userId: 7 }, 'error', 'error', 'error', { sessionId: 8 }])
})

test('every reaction to a change runs, one after the other, even if an earlier one fails', async () => {
  const done: string[] = []
  const errors: unknown[] = []
  const named = (name: string): AccessReactions => {
    const note = (event: string) => async (id?: number) => {
      await Promise.resolve()
      done.push(`${name} ${event}${id === undefined ? '' : ` ${id}`}`)
    }
    return {
      userChanged: note('user'),
      sessionEnded: note('session'),
      keyRevoked: note('key'),
      pageChanged: note('page'),
      missed: note('missed'),
    }
  }
  const broken: AccessReactions = { userChanged: () => Promise.reject(new Error('broken')) }
  const listeners = allReactions([named('first'), broken, {}, named('second')], (error) => errors.push(error))
  listeners.onUserChanged(7)
  await until('both ran', () => done.length === 2)
  listeners.onSessionEnded(8)
  listeners.onKeyRevoked()
  listeners.onPageChanged()
  listeners.onMissed()
  await until('all ran', () => done.length === 10)
  expect(done.slice(0, 2)).toEqual(['first user 7', 'second user 7'])
  for (const event of ['session 8', 'key', 'page', 'missed']) {
    expect(done.filter((each) => each.endsWith(event))).toEqual([`first ${event}`, `second ${event}`])
  }
  expect(errors).toEqual([new Error('broken')])
})

test('the watch reconnects after an outage of the database, over one connection, and reports that it may have missed something', async () => {
  const seen = await listen()
  await withClient(maintenance, async (client) => {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(`select pg_terminate_backend(pid) from (${WATCHERS}) as watchers`, [name])
    // Several attempts fail before one succeeds.
    await until('tried in vain', () => seen.filter((each) => each === 'error').length >= 4)
    await client.query(`alter database ${name} allow_connections true`)
  })
  await until('back', () => seen.includes('missed'))
  await notify('{"userId":9}')
  await until('heard again', () => seen.some((each) => JSON.stringify(each) === '{"userId":9}'))
  expect(seen.filter((each) => each === 'missed')).toHaveLength(1)
  expect(seen.filter((each) => JSON.stringify(each) === '{"userId":9}')).toHaveLength(1)
  expect(await watchers()).toBe(1)
})

test('closed while it reconnects, it stays closed', async () => {
  const seen = await listen()
  await withClient(maintenance, async (client) => {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(`select pg_terminate_backend(pid) from (${WATCHERS}) as watchers`, [name])
    await until('tried in vain', () => seen.filter((each) => each === 'error').length >= 2)
    await watch.close()
    await client.query(`alter database ${name} allow_connections true`)
  })
  const errors = seen.length
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(seen.slice(errors)).toEqual([])
  expect(await watchers()).toBe(0)
})

test('changes during an outage are applied afterwards: a session that ended meanwhile loses its socket', async () => {
  const own = await createTestDatabase()
  const t = await startTestPortal({ database: own })
  const ownName = new URL(own.url).pathname.slice(1)
  try {
    const { userId, token } = await t.addPerson()
    const bystander = await t.connect((await t.addPerson()).token)
    const socket = await t.connect(token)
    const ended = nextEvent(socket, 'ended', 15_000)
    await withClient(maintenance, async (client) => {
      await client.query(`select pg_terminate_backend(pid) from (${WATCHERS}) as watchers`, [ownName])
    })
    // Nobody is notified of this one.
    await own.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', userId).execute()
    })
    await ended
    expect(bystander.connected).toBe(true)
  } finally {
    await t.close()
    await own.drop()
  }
})

test('a member who loses their department is off duty, even if their own pages could not be updated', async () => {
  const own = await createTestDatabase()
  const lines: string[] = []
  const t = await startTestPortal({ database: own, logLevel: 'error', logTo: { write: (line) => void lines.push(line) } })
  try {
    const officer = await dispatchOf(t).onDuty()
    await joinRoom(await t.connect(officer.token), 'user', { userId: officer.userId })
    // An account the portal can't read: notifying its pages fails.
    await sql`alter table users drop constraint users_avatar_color_check`.execute(own.db)
    await own.db.transaction().execute(async (tx) => {
      await sql`update users set avatar_color = 'no colour' where id = ${officer.userId}`.execute(tx)
      await tx.deleteFrom('user_departments').where('user_id', '=', officer.userId).execute()
    })
    await until('off duty', async () => {
      const unit = await own.db.selectFrom('units').select('status').where('user_id', '=', officer.userId).executeTakeFirst()
      return unit?.status === 1
    })
    await until('reported', () => lines.some((line) => line.includes('access watch') && line.includes('avatarColor')))
  } finally {
    await t.close()
    await own.drop()
  }
})
