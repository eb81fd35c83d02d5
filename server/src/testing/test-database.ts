import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database, type Db } from '../platform/database/database.ts'
import { until } from './test-wait.ts'

export type TestDatabase = Database & { readonly drop: () => Promise<void> }

/** A separate database, copied from the migrated template. */
export async function createTestDatabase(max = 8): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  // Copying files takes half the processor time of copying through the log, and includes the cache that new connections read first.
  const copy = `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`
  await withClient(maintenance.href, (client) => client.query(copy))
  const url = new URL(template)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, () => undefined, max)
  return {
    ...database,
    drop: async () => {
      await database.close()
      await withClient(maintenance.href, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Connections that were closed take a moment to go from the server. */
export const untilUnused = (url: string): Promise<void> =>
  until('the connections are gone', () =>
    withClient(url, async (client) => {
      const { rows } = await client.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
      return rows.length === 0
    }),
  )

/** Sets the community's time zone as if it had always been this one. */
export async function putCommunityIn(db: Db, zone: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from calendar_zones`.execute(tx)
    await sql`insert into calendar_zones (first_day, begins_at, zone) values ('-infinity', '-infinity', ${zone})`.execute(tx)
  })
}

/** Fixes the community's current day to the day of this moment, until the database is dropped. The time itself is not changed. */
export async function putTodayAt(db: Db, moment: Date): Promise<void> {
  await sql`create or replace function community_today() returns date language sql stable parallel safe
    return community_day(${sql.lit(moment.toISOString())}::timestamptz)`.execute(db)
}

/** A database with a time zone of its own, as a shared one may have. */
export async function createDatabaseIn(zone: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await withClient(new URL('/postgres', database.url).href, (client) => client.query(`alter database ${name} set timezone to '${zone}'`))
  return database
}
