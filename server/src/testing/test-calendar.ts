import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { createTestDatabase, withClient, type TestDatabase } from './test-database.ts'

/** The community has always been in this time zone. */
export async function putCommunityIn(db: Db, zone: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from calendar_zones`.execute(tx)
    await sql`insert into calendar_zones (first_day, begins_at, zone) values ('-infinity', '-infinity', ${zone})`.execute(tx)
  })
}

/** From now on it is the community's day of this moment, until the database is dropped. Moments are as ever. */
export async function putTodayAt(db: Db, moment: Date): Promise<void> {
  await sql`create or replace function community_today() returns date language sql stable parallel safe
    return community_day(${sql.lit(moment.toISOString())}::timestamptz)`.execute(db)
}

/** A database that has a time zone of its own, as one that others use too may have. */
export async function createDatabaseIn(zone: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await withClient(new URL('/postgres', database.url).href, (client) => client.query(`alter database ${name} set timezone to '${zone}'`))
  return database
}
