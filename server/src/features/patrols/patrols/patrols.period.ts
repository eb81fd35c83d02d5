import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import { AppError } from '../../../platform/errors.ts'

/** Days of a time zone: `bounds` has the start of each and the end of the last. */
export type Days = {
  readonly days: readonly string[]
  readonly bounds: readonly Date[]
  readonly since: Date
  readonly until: Date
  /** The day it is now, there. */
  readonly today: string
}
type Asked = { readonly from: string; readonly to: string; readonly timeZone: string }

/** The days from `from` to `to`. A day has 23 or 25 hours where the clock changes, and starts where it says so. */
export const readDays = (db: Db, { from, to, timeZone }: Asked): Promise<Days> =>
  inZone(async () => {
    const { rows } = await sql<{ days: string[]; bounds: string[]; today: string }>`${sql.raw(PREPARED)}
      select json_agg(to_char(day, 'YYYY-MM-DD') order by day) as days,
        json_agg(extract(epoch from day at time zone ${timeZone}::text) order by day) as bounds,
        to_char(now() at time zone ${timeZone}::text, 'YYYY-MM-DD') as today
      from generate_series(${from}::timestamp, ${to}::timestamp + interval '1 day', interval '1 day') day`.execute(db)
    const { days = [], bounds = [], today = from } = rows[0] ?? {}
    const at = bounds.map((seconds) => new Date(Number(seconds) * 1000))
    return { days: days.slice(0, -1), bounds: at, since: at[0] ?? new Date(0), until: at.at(-1) ?? new Date(0), today }
  })

const UNKNOWN_ZONE = '22023'

/** The browser may know a time zone that the database does not. */
export async function inZone<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNKNOWN_ZONE && /time zone/.test(error.message)) {
      throw new AppError('invalid_input', 'There is no such time zone', 'timeZone')
    }
    throw error
  }
}

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** As many days, right before; of a whole month the month before. */
export const daysBefore = ({ from, to, timeZone }: Asked): Asked => {
  const last = dayAfter(from, -1)
  if (isQuotaPeriod({ from, to, timeZone }, 'month')) return { from: `${last.slice(0, 7)}-01`, to: last, timeZone }
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return { from: dayAfter(from, -count), to: last, timeZone }
}

/** Whether these days are exactly a week from Monday, or a month: quotas are by these. */
export function isQuotaPeriod({ from, to }: Asked, period: 'week' | 'month'): boolean {
  if (period === 'week') return new Date(from).getUTCDay() === 1 && to === dayAfter(from, 6)
  return from.endsWith('-01') && to.slice(0, 7) === from.slice(0, 7) && dayAfter(to, 1).endsWith('-01')
}
