import { sql, type RawBuilder } from 'kysely'
import type { QuotaDays } from './patrols.period.ts'
import { isSeen, type Seen } from './patrols.scope.ts'

/** A period of whole days of the community. */
export type Span = { readonly from: string; readonly to: string; readonly since: Date; readonly until: Date }

/** Days, or columns that have them. */
type FirstAndLast = { readonly from: string | RawBuilder<unknown>; readonly to: string | RawBuilder<unknown> }

/** Leave that is ended early lasts until the day before. */
const lastDay = sql`least(l.ends_on, coalesce(community_day(l.ended_early_at) - 1, l.ends_on))`

/** Days on leave by member, as (user_id, days); only for `user` if given. */
export const leaveDays = ({ from, to }: FirstAndLast, user?: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select l.user_id, count(distinct day)::integer as days
  from leaves l cross join lateral generate_series(
    greatest(l.starts_on, ${from}::date)::timestamp, least(${lastDay}, ${to}::date)::timestamp, interval '1 day') day
  where l.starts_on <= ${to}::date and l.ends_on >= ${from}::date and ${user === undefined ? sql`true` : sql`l.user_id = ${user}`}
  group by l.user_id)`

/** The quota `q` in minutes, reduced by the days on leave `away.days`. */
export const dueMinutes = ({ from, to }: FirstAndLast): RawBuilder<unknown> => {
  const days = sql`(${to}::date - ${from}::date + 1)`
  return sql`round(q.minutes * (${days} - coalesce(away.days, 0))::numeric / ${days})::integer`
}

/** The quota of a membership `m`: the rank's, or else the department's. */
export const quota = sql`(
  select coalesce(
    (select o.minutes from patrol_quotas o where o.department_id = m.department_id and o.rank_id = m.rank_id),
    (select o.minutes from patrol_quotas o where o.department_id = m.department_id and o.rank_id is null)) as minutes)`

export type Standing = {
  readonly seen: Seen
  readonly rankId?: number | undefined
  readonly span: Span
  readonly today: string
  readonly quotaOf: QuotaDays
}

/** Counted time within the period, in the departments that the viewer sees. */
const countedIn = ({ since, until }: Span, seen: Seen): RawBuilder<unknown> =>
  sql`(select c.* from counted_between(${since}, ${until}) c where ${isSeen(sql`c.department_id`, seen)})`

const isByWeeks = (quotaOf: QuotaDays): quotaOf is readonly string[] => quotaOf !== null && quotaOf !== 'own'

/** The quota of membership `m` for the days of the span. */
const quotaOfSpan = (span: Span): RawBuilder<unknown> => sql`(
  select q.minutes, coalesce(away.days, 0) as leave_days, ${dueMinutes(span)} as due_minutes, coalesce(own.counted, 0)::integer as own_counted,
    null::integer as weeks_missed, null::integer as weeks_over
  from ${quota} q where q.minutes is not null)`

const WEEK = { from: sql`k.first`, to: sql`k.last` }
/** The quotas of membership `m` of the user `u`, summed over the weeks `weeks`. Each week has to be met by itself. */
const quotaOfWeeks: RawBuilder<unknown> = sql`(
  select sum(week.minutes)::integer as minutes, sum(week.leave_days)::integer as leave_days, sum(week.due)::integer as due_minutes,
    sum(week.counted)::integer as own_counted, (count(*) filter (where week.is_over and week.counted < week.due * 60))::integer as weeks_missed,
    (count(*) filter (where week.is_over))::integer as weeks_over
  from (
    select k.is_over, q.minutes, coalesce(away.days, 0) as leave_days, ${dueMinutes(WEEK)} as due, coalesce(done.counted, 0) as counted
    from weeks k cross join lateral ${quota} q left join lateral ${leaveDays(WEEK, sql`u.id`)} away on true
      left join worked done on done.week = k.first and done.user_id = u.id and done.department_id = m.department_id
    where q.minutes is not null
  ) week having count(*) > 0)`

/** Steps for `with`: `weeks`, and in `worked` the counted time of each; nothing unless quotas are summed over weeks. */
const weekSteps = ({ seen, today, quotaOf }: Pick<Standing, 'seen' | 'today' | 'quotaOf'>): RawBuilder<unknown> =>
  isByWeeks(quotaOf)
    ? sql`
  weeks as materialized (
    select first, first + 6 as last, community_midnight(first) as since, community_midnight(first + 7) as until, first + 6 < ${today}::date as is_over
    from unnest(${[...quotaOf]}::date[]) first
  ), worked as materialized (
    select w.first as week, c.user_id, c.department_id, sum(c.seconds) as counted
    from weeks w cross join lateral counted_between(w.since, w.until) c where ${isSeen(sql`c.department_id`, seen)} group by 1, 2, 3
  ),`
    : sql``

/**
 * Steps for `with`: `counted` has the counted time by member and department, `listed` the members with their sums. Listed are members of a
 * department that the viewer sees, and members who patrolled for one in the period; `m` is the department in question, the primary one if
 * there are several. `rows` is the counted time, if it is already at hand.
 */
export const standing = (
  { seen, rankId, span, today, quotaOf }: Standing,
  rows: RawBuilder<unknown> = countedIn(span, seen),
): RawBuilder<unknown> => sql`${weekSteps({ seen, today, quotaOf })}
  counted as materialized (
    select c.user_id, c.department_id, sum(c.seconds) as counted, sum(c.seconds) filter (where c.sign = 1) as seconds,
      count(*) filter (where c.sign = 1) as patrols, sum(c.calls) as calls,
      sum(c.seen_seconds) as seen, sum(c.watched_seconds) filter (where c.seen_seconds is not null) as watched,
      bool_or(c.is_flagged) as is_flagged
    from ${rows} c group by c.user_id, c.department_id
  ), totals as (
    select user_id, sum(counted)::integer as counted, sum(patrols)::integer as patrols, coalesce(sum(calls), 0)::integer as calls,
      (100 * sum(seen) / nullif(sum(watched), 0))::integer as seen_percent, bool_or(is_flagged) as is_flagged
    from counted group by user_id
  ), place as (
    select distinct on (m.user_id) m.user_id, m.department_id, m.rank_id, d.name as department_name, r.name as rank_name, r.sort_order as rank_order
    from user_departments m join departments d on d.id = m.department_id left join ranks r on r.id = m.rank_id
    where ${isSeen(sql`m.department_id`, seen)} and ${rankId === undefined ? sql`true` : sql`m.rank_id = ${rankId}`}
    order by m.user_id, m.is_primary desc, d.sort_order, d.id
  ), listed as (
    select u.id, u.name, u.avatar_color, u.picture_id, u.created_at, m.department_id, m.department_name, m.rank_name, m.rank_order,
      coalesce(t.counted, 0) as counted, coalesce(t.patrols, 0) as patrols, coalesce(t.calls, 0) as calls, t.seen_percent,
      coalesce(t.is_flagged, false) as is_flagged, quota.minutes as quota_minutes, quota.leave_days, quota.due_minutes, quota.own_counted,
      quota.weeks_missed, quota.weeks_over,
      exists (select from leaves l where l.user_id = u.id and l.ended_early_at is null
        and ${today}::date between l.starts_on and l.ends_on) as is_on_leave
    from users u
      left join place m on m.user_id = u.id
      left join totals t on t.user_id = u.id
      left join counted own on own.user_id = u.id and own.department_id = m.department_id
      left join ${leaveDays(span)} away on away.user_id = u.id
      left join lateral ${isByWeeks(quotaOf) ? quotaOfWeeks : quotaOfSpan(span)} quota on ${quotaOf !== null}
    where u.disabled_at is null and u.deleted_at is null
      and (m.user_id is not null or ${rankId === undefined ? sql`t.user_id is not null` : sql`false`})
  )`

/** Last patrol of a member in `listed`. Patrols of one member do not overlap, so the last to begin is the last to end. */
export const lastPatrolAt = (seen: Seen) => sql`(
  select coalesce(p.ended_at, now()) from patrols p where p.user_id = listed.id and ${isSeen(sql`p.department_id`, seen)}
  order by p.started_at desc limit 1)`
export const isInactive = (seen: Seen, days: number) => sql`(listed.created_at <= now() - make_interval(days => ${days})
  and coalesce(${lastPatrolAt(seen)}, '-infinity') <= now() - make_interval(days => ${days}))`
export const isBelowQuota = sql`coalesce(
  case when listed.weeks_over is null then listed.own_counted < listed.due_minutes * 60 else listed.weeks_missed > 0 end, false)`
