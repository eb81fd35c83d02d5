import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, withClient, type TestDatabase } from '../../testing/test-database.ts'
import { startTestPortal, until, type TestPortal } from '../../testing/test-portal.ts'
import { databaseOutage } from './trouble.ts'

describe('time limits of statements', () => {
  const databases: TestDatabase[] = []
  /** A single connection, so that anything left on it affects the next use. */
  const open = async () => {
    const database = await createTestDatabase(1)
    databases.push(database)
    return database
  }
  afterAll(() => Promise.all(databases.map((database) => database.drop())))

  test.concurrent('a statement that takes too long is ended by the database, and its connection can be used again', async () => {
    const { db } = await open()
    const failed: unknown = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '57014' })
    expect(databaseOutage(failed)).toBe('The database took too long; please try again')
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test.concurrent('a statement that the database does not end is given up, and its connection with it', async () => {
    const { db, pool } = await open()
    const slow = db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`select pg_sleep(60)`.execute(connection)
    })
    const failed: unknown = await slow.catch((error: unknown) => error)
    expect(databaseOutage(failed)).toBe('The database took too long; please try again')
    const answers = await Promise.all([1, 2, 3].map((each) => sql`select ${each}::integer as each`.execute(db)))
    expect(answers.map(({ rows }) => rows)).toEqual([[{ each: 1 }], [{ each: 2 }], [{ each: 3 }]])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '8s' }])
  })

  test.concurrent('a transaction that waits in vain for a lock is rolled back, and the next one starts fresh', async () => {
    const { db, url } = await open()
    await sql`create table counters (id integer primary key, value integer not null)`.execute(db)
    await sql`insert into counters values (1, 0)`.execute(db)
    await withClient(url, async (other) => {
      await other.query('begin; select * from counters for update')
      const failed: unknown = await db
        .transaction()
        .execute((tx) => sql`update counters set value = 1`.execute(tx))
        .catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: '57014' })
      await other.query('rollback')
    })
    await db.transaction().execute((tx) => sql`update counters set value = value + 5`.execute(tx))
    expect((await sql`select value from counters`.execute(db)).rows).toEqual([{ value: 5 }])
  })

  test.concurrent('work in the background may take longer', async () => {
    const { background } = await open()
    expect((await sql`select pg_sleep(10)`.execute(background.db)).rows).toHaveLength(1)
  })
})

describe('a database that refuses writes', () => {
  let t: TestPortal
  beforeAll(async () => {
    t = await startTestPortal()
  })
  afterAll(() => t.close())

  const setReadOnly = async (isReadOnly: boolean) => {
    const name = new URL(t.database.url).pathname.slice(1)
    const maintenance = new URL('/postgres', t.database.url).href
    await withClient(maintenance, async (client) => {
      await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  }

  test('writing calls are refused with a message, reading ones are served, and health reports it until writes work again', async () => {
    const admin = await t.as('admin')
    await setReadOnly(true)
    await until('it reads', async () => (await admin.get('/api/patrol/servers')).statusCode === 200)
    const refused = await admin.post('/api/patrol/server', { name: 'Refused' })
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({
      code: 'unavailable',
      message: 'The database is read-only at the moment; please try again later',
    })
    expect(refused.headers['retry-after']).toBe('5')
    const unready = await t.http().get('/api/health')
    expect([unready.statusCode, unready.json()]).toEqual([503, expect.objectContaining({ live: true, ready: false })])

    await setReadOnly(false)
    await until('it is ready', async () => (await t.http().get('/api/health')).statusCode === 200)
    expect((await admin.post('/api/patrol/server', { name: 'Saved' })).statusCode).toBe(200)
  })
})

test.each([
  ['53100', 'The disk of the database is full; please tell an admin'],
  ['53200', 'The database is out of memory; please try again'],
  ['53300', 'The database has too many connections; please try again'],
  ['57P03', 'The database is away for a moment; please try again'],
  ['ECONNREFUSED', 'The database is away for a moment; please try again'],
  ['XX001', "The database can't read its files; please tell an admin"],
  ['23505', undefined],
])('%s is reported as: %s', (code, words) => {
  expect(databaseOutage(Object.assign(new Error('refused'), { code }))).toBe(words)
})
