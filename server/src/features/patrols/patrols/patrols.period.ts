import { addDays, mondayOf, quotaPeriod, quotasSwitch, type QuotaPeriod } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import type { Settings } from '../../../platform/settings/settings.ts'

/** Days of the community: `bounds` has the start of each day and the end of the last. */
export type Days = {
  readonly days: readonly string[]
  readonly bounds: readonly Date[]
  readonly since: Date
  readonly until: Date
  readonly today: string
}
type Asked = { readonly from: string; readonly to: string }

/** The days from `from` to `to`. A day on which the clock changes has 23 or 25 hours. */
export async function readDays(db: Db, { from, to }: Asked): Promise<Days> {
  const { rows } = await sql<{ days: string[]; bounds: string[]; today: string }>`${sql.raw(PREPARED)}
    select json_agg(to_char(day, 'YYYY-MM-DD') order by day) as days,
      json_agg(extract(epoch from community_midnight(day::date)) order by day) as bounds, community_today()::text as today
    from generate_series(${from}::timestamp, ${to}::timestamp + interval '1 day', interval '1 day') day`.execute(db)
  const { days = [], bounds = [], today = from } = rows[0] ?? {}
  const at = bounds.map((seconds) => new Date(Number(seconds) * 1000))
  return { days: days.slice(0, -1), bounds: at, since: at[0] ?? new Date(0), until: at.at(-1) ?? new Date(0), today }
}

const DAY_MS = 86_400_000

/** As many days right before; for a whole month, the month before. */
export const daysBefore = ({ from, to }: Asked): Asked => {
  const last = addDays(from, -1)
  if (isQuotaPeriod({ from, to }, 'month')) return { from: `${last.slice(0, 7)}-01`, to: last }
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return { from: addDays(from, -count), to: last }
}

/** The days of the period that quotas follow, or, in a month with quotas by week, the Mondays of its weeks; null for other days. */
export type QuotaDays = 'own' | readonly string[] | null

/** Null while the community has no quotas. */
export const quotaPeriodInUse = (settings: Pick<Settings, 'get'>): QuotaPeriod | null =>
  settings.get(quotasSwitch) ? settings.get(quotaPeriod) : null

export function quotaDays(asked: Asked, period: QuotaPeriod | null, today: string): QuotaDays {
  if (period === null) return null
  if (isQuotaPeriod(asked, period)) return 'own'
  return period === 'week' && isQuotaPeriod(asked, 'month') ? weeksOf(asked, today) : null
}

/** The Mondays of the weeks of a month that have begun. A week belongs to the month of its Thursday, so each week to one month. */
function weeksOf({ from, to }: Asked, today: string): string[] {
  const mondays: string[] = []
  for (let monday = mondayOf(addDays(from, 3)); addDays(monday, 3) <= to && monday <= today; monday = addDays(monday, 7))
    mondays.push(monday)
  return mondays
}

/** Whether these days are exactly a week from Monday or a month, the periods that quotas follow. */
export function isQuotaPeriod({ from, to }: Asked, period: 'week' | 'month'): boolean {
  if (period === 'week') return new Date(from).getUTCDay() === 1 && to === addDays(from, 6)
  return from.endsWith('-01') && to.slice(0, 7) === from.slice(0, 7) && addDays(to, 1).endsWith('-01')
}
