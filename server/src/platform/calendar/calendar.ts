import { NO_SUCH_ZONE, type Calendar } from '@tenfour/contract'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Tx } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** The community's day, in SQL. Days always follow the community's time zone, never the connection's or the reader's: see `calendar.sql`. */
export const TODAY = sql<Date>`(select community_today())`

export async function readToday(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select community_today()::text as today`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database returned no current day')
  return row.today
}

export async function readCalendar(db: Db | Tx): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select zone as "timeZone", case when isfinite(first_day) then first_day::text end as "firstDay"
    from calendar_zones order by first_day desc limit 1`.execute(db)
  const [calendar] = rows
  if (!calendar) throw new Error('The database has no calendar')
  return calendar
}

const INVALID_VALUE = '22023'

/** Runs a change that may write the community's time zone, and refuses a zone that the database does not know, naming the field. */
export async function withKnownZone<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isUnknown = error instanceof pg.DatabaseError && error.code === INVALID_VALUE && /time zone/.test(error.message)
    throw isUnknown ? new AppError('invalid_input', NO_SUCH_ZONE, field) : error
  }
}
