import { PatrolSummary, quotaPeriod, type QuotaPeriod } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { quotaPeriodInUse, readDays } from './patrols.period.ts'
import { departmentsSeenOf, isSeen, type Seen } from './patrols.scope.ts'
import { dueMinutes, leaveDays, quota } from './patrols.standing.ts'
import { byStatus } from './patrols.overview.ts'

type Deps = { readonly db: Db; readonly settings: Settings }
type Whose = { readonly userId: number; readonly seen: Seen }

/** The first and last days of the periods that are shown, as days of the community. */
type Calendar = Readonly<Record<'first' | 'today' | 'week' | 'weekEnd' | 'weekBefore' | 'month' | 'monthEnd' | 'monthBefore', string>>
const SHOWN_WEEKS = 53
const CHART_DAYS = 30

export async function readSummary({ db, settings }: Deps, actor: Actor, userId: number): Promise<PatrolSummary> {
  const whose = { userId, seen: departmentsSeenOf(actor, userId) }
  const period = quotaPeriodInUse(settings)
  const calendar = await readCalendar(db)
  const until = new Date()
  const since = new Date(until.getTime() - CHART_DAYS * 86_400_000)
  const [sums, quotas, statuses] = await Promise.all([
    readSums(db, whose, calendar, since),
    period === null ? [] : readQuotas(db, whose, calendar, period),
    byStatus(db, sql`p.user_id = ${userId} and ${isSeen(sql`p.department_id`, whose.seen)}`, { since, until }),
  ])
  return { ...sums, quotas, quotaPeriod: settings.get(quotaPeriod), byStatus: statuses }
}

async function readCalendar(db: Db): Promise<Calendar> {
  const { rows } = await sql<Calendar>`${sql.raw(PREPARED)}
      select to_char(week - interval '${sql.lit(SHOWN_WEEKS - 1)} weeks', 'YYYY-MM-DD') as first, to_char(today, 'YYYY-MM-DD') as today,
        to_char(week, 'YYYY-MM-DD') as week, to_char(week + interval '6 days', 'YYYY-MM-DD') as "weekEnd",
        to_char(week - interval '7 days', 'YYYY-MM-DD') as "weekBefore", to_char(month, 'YYYY-MM-DD') as month,
        to_char(month + interval '1 month - 1 day', 'YYYY-MM-DD') as "monthEnd", to_char(month - interval '1 month', 'YYYY-MM-DD') as "monthBefore"
      from (select community_today()::timestamp as today) n
        cross join lateral (select date_trunc('week', n.today) as week, date_trunc('month', n.today) as month) t`.execute(db)
  const [calendar] = rows
  if (!calendar) throw new Error('no calendar')
  return calendar
}

const { quotas: Quotas, ...shown } = PatrolSummary.shape
const Sums = z.object({
  today: shown.today,
  week: shown.week,
  weekBefore: shown.weekBefore,
  month: shown.month,
  monthBefore: shown.monthBefore,
  byDepartment: shown.byDepartment,
  days: z.array(z.object({ index: z.int(), countedSeconds: z.int() })),
})

/**
 * Computes everything from one read of the member's time: a patrol counts on each day and in each week and month that it touches, with the
 * part within it.
 */
async function readSums(db: Db, { userId, seen }: Whose, calendar: Calendar, since: Date) {
  const { days, bounds, since: first, until } = await readDays(db, { from: calendar.first, to: calendar.today })
  const start = (day: string) => sql`community_midnight(${day}::date)`
  const { rows } = await sql<{ sums: unknown }>`${sql.raw(PREPARED)}
    with bounds as materialized (
      select ${bounds.map((at) => at.toISOString())}::timestamptz[] as at, ${start(calendar.week)} as week,
        ${start(calendar.weekBefore)} as week_before, ${start(calendar.month)} as month, ${start(calendar.monthBefore)} as month_before
    ), counted as materialized (
      select c.department_id, c.sign, c.calls, c.started_at, c.ended_at, width_bucket(c.started_at, b.at) as first,
        width_bucket(c.ended_at - interval '1 microsecond', b.at) as last
      from counted_between(${first}, ${until}) c cross join bounds b
      where c.user_id = ${userId} and ${isSeen(sql`c.department_id`, seen)}
    ), days as materialized (
      select day as index, sum(c.sign * overlap_seconds(c.started_at, c.ended_at, b.at[day], b.at[day + 1])) as counted
      from counted c cross join bounds b cross join lateral generate_series(c.first, c.last) day group by day
    )
    select json_build_object(
      'today', coalesce((select counted from days where index = ${days.length}), 0),
      'week', ${totalOf(sql`b.week`, sql`'infinity'`)}, 'weekBefore', ${totalOf(sql`b.week_before`, sql`b.week`)},
      'month', ${totalOf(sql`b.month`, sql`'infinity'`)}, 'monthBefore', ${totalOf(sql`b.month_before`, sql`b.month`)},
      'days', coalesce((select json_agg(json_build_object('index', index, 'countedSeconds', counted) order by index) from days), '[]'),
      'byDepartment', coalesce((select json_agg(x.row) from (
        select json_build_object('departmentId', d.id, 'departmentName', d.name,
          'countedSeconds', sum(c.sign * overlap_seconds(c.started_at, c.ended_at, ${since}, 'infinity'))) as row
        from counted c join departments d on d.id = c.department_id where c.ended_at > ${since}
        group by d.id order by d.sort_order, d.id) x), '[]')
    ) as sums from bounds b`.execute(db)
  const { days: indexed, ...sums } = Sums.parse(rows[0]?.sums)
  return { ...sums, days: indexed.map(({ index, countedSeconds }) => ({ day: days[index - 1] ?? calendar.today, countedSeconds })) }
}

const totalOf = (since: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('seconds', coalesce(sum(s.seconds) filter (where c.sign = 1), 0),
    'countedSeconds', coalesce(sum(c.sign * s.seconds), 0), 'calls', coalesce(sum(c.calls), 0), 'patrols', count(*) filter (where c.sign = 1))
  from counted c cross join lateral (select overlap_seconds(c.started_at, c.ended_at, ${since}, ${until}) as seconds) s
  where c.started_at < ${until} and c.ended_at > ${since})`

/** Quotas of the current week or month, the highest first. */
async function readQuotas(db: Db, { userId, seen }: Whose, calendar: Calendar, period: QuotaPeriod): Promise<PatrolSummary['quotas']> {
  const span = period === 'week' ? { from: calendar.week, to: calendar.weekEnd } : { from: calendar.month, to: calendar.monthEnd }
  const { since, until } = await readDays(db, span)
  const { rows } = await sql<{ quota: unknown }>`${sql.raw(PREPARED)}
    select json_build_object('departmentId', d.id, 'departmentName', d.name, 'minutes', q.minutes, 'leaveDays', coalesce(away.days, 0),
      'dueMinutes', ${dueMinutes(span)}, 'countedSeconds', coalesce((
        select sum(c.seconds) from counted_between(${since}, ${until}) c where c.user_id = m.user_id and c.department_id = m.department_id), 0)
      ) as quota
    from user_departments m join departments d on d.id = m.department_id cross join lateral ${quota} q
      left join lateral ${leaveDays(span, sql`m.user_id`)} away on true
    where m.user_id = ${userId} and ${isSeen(sql`m.department_id`, seen)} and q.minutes is not null
    order by q.minutes desc, d.sort_order, d.id`.execute(db)
  return Quotas.parse(rows.map(({ quota: each }) => each))
}
