import { sql, type RawBuilder } from 'kysely'

/** To the millisecond, in UTC, as the portal writes instants itself: what is read equals what was sent. */
export const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
