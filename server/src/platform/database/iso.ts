import { sql, type RawBuilder } from 'kysely'

/** UTC with milliseconds, the same format as `toISOString`, so that values survive a round trip unchanged. */
export const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
