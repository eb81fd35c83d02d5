import { inactiveDays, PatrolOverview, type getPatrolOverview, type QueryOf } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { daysBefore, quotaDays, quotaPeriodInUse, readDays, type Days } from './patrols.period.ts'
import { countReviews } from './patrols.reviews.ts'
import { departmentsSeen, isSeen, narrow, type Seen } from './patrols.scope.ts'
import { isBelowQuota, isInactive, standing, type Standing } from './patrols.standing.ts'

type Deps = { readonly db: Db; readonly settings: Settings }
type Query = QueryOf<typeof getPatrolOverview>
type Who = { readonly seen: Seen; readonly rankId: number | undefined }

const { total: Total, departments: Departments, ranks: Ranks } = PatrolOverview.shape
const Sums = z.object({
  total: Total,
  days: z.array(z.object({ index: z.int(), departmentId: z.int(), countedSeconds: z.int() })),
  departments: Departments,
  ranks: Ranks,
  counts: z.object({ members: z.int(), belowQuota: z.int(), onLeave: z.int(), inactive: z.int() }),
})

export async function readOverview({ db, settings }: Deps, actor: Actor, query: Query): Promise<PatrolOverview> {
  const seen = narrow(departmentsSeen(actor), query.departmentId)
  const who = { seen, rankId: query.rankId }
  const [days, before] = await Promise.all([readDays(db, query), readDays(db, daysBefore(query))])
  const quotaOf = quotaDays(query, quotaPeriodInUse(settings), days.today)
  const span = { from: query.from, to: query.to, since: days.since, until: days.until }
  const asked = { ...who, span, today: days.today, quotaOf }
  const inactiveAfter = settings.get(inactiveDays)
  const [sums, earlier, review, statuses] = await Promise.all([
    readSums(db, asked, days, inactiveAfter),
    readTotal(db, who, asFar(before, days)),
    countReviews(db, seen),
    byStatus(db, whose(sql`p.user_id`, sql`p.department_id`, who), days),
  ])
  const { counts } = sums
  return {
    total: sums.total,
    before: earlier,
    members: counts.members,
    belowQuota: quotaOf === null ? null : counts.belowQuota,
    onLeave: counts.onLeave,
    inactive: counts.inactive,
    inactiveDays: inactiveAfter,
    review,
    days: sums.days.map(({ index, ...rest }) => ({ day: days.days[index - 1] ?? query.from, ...rest })),
    departments: sums.departments,
    ranks: sums.ranks,
    byStatus: statuses,
  }
}

/** As much of the period before as has passed of the period itself: half of a month is not compared to a whole one. */
function asFar(before: Days, { since }: Days): Pick<Days, 'since' | 'until'> {
  const passed = Math.max(0, Date.now() - since.getTime())
  return { since: before.since, until: new Date(Math.min(before.until.getTime(), before.since.getTime() + passed)) }
}

/** Disabled and deleted members are not listed, so they do not count here either. */
const whose = (user: RawBuilder<unknown>, department: RawBuilder<unknown>, { seen, rankId }: Who): RawBuilder<unknown> => sql`
  ${isSeen(department, seen)} and exists (select from users u where u.id = ${user} and u.disabled_at is null and u.deleted_at is null)
  and ${
    rankId === undefined
      ? sql`true`
      : sql`exists (select from user_departments m where m.user_id = ${user} and m.department_id = ${department} and m.rank_id = ${rankId})`
  }`

async function readTotal(db: Db, who: Who, { since, until }: Pick<Days, 'since' | 'until'>): Promise<PatrolOverview['total']> {
  const { rows } = await sql<{ total: unknown }>`${sql.raw(PREPARED)}
    select json_build_object('seconds', coalesce(sum(c.seconds) filter (where c.sign = 1), 0), 'countedSeconds', coalesce(sum(c.seconds), 0),
      'calls', coalesce(sum(c.calls), 0), 'patrols', count(*) filter (where c.sign = 1)) as total
    from counted_between(${since}, ${until}) c where ${whose(sql`c.user_id`, sql`c.department_id`, who)}`.execute(db)
  return Total.parse(rows[0]?.total)
}

/** Totals of the rows of `sums`, named `k`. */
const totalJson = sql`'seconds', coalesce(sum(k.seconds), 0), 'countedSeconds', coalesce(sum(k.counted), 0),
  'calls', coalesce(sum(k.calls), 0), 'patrols', coalesce(sum(k.patrols), 0)`

/** Reads the period once, as `timed`, and sums it by member and department. Everything but the days is computed from these sums. */
async function readSums(db: Db, asked: Standing & Who, { bounds, since, until }: Days, inactiveAfter: number) {
  const { seen, rankId } = asked
  const { rows } = await sql<{ sums: unknown }>`${sql.raw(PREPARED)}
    with bounds as (select ${bounds.map((at) => at.toISOString())}::timestamptz[] as at), timed as materialized (
      select c.user_id, c.department_id, c.started_at, c.ended_at, c.sign, c.seconds, c.calls, c.seen_seconds, c.watched_seconds, c.is_flagged
      from counted_between(${since}, ${until}) c where ${isSeen(sql`c.department_id`, seen)}
    ), ${standing(asked, sql`timed`)}, sums as materialized (
      select k.user_id, k.department_id, k.seconds, k.counted, k.calls, k.patrols, m.rank_id
      from counted k join users u on u.id = k.user_id left join user_departments m on m.user_id = k.user_id and m.department_id = k.department_id
      where u.disabled_at is null and u.deleted_at is null and ${rankId === undefined ? sql`true` : sql`m.rank_id = ${rankId}`}
    ), placed as materialized (
      select c.department_id, c.sign, c.seconds, c.started_at, c.ended_at, width_bucket(c.started_at, b.at) as first,
        width_bucket(c.ended_at - interval '1 microsecond', b.at) as last
      from timed c join sums k on k.user_id = c.user_id and k.department_id = c.department_id cross join bounds b
    ), days as (
      select day as index, department_id, sum(seconds) as counted from (
        select first as day, department_id, seconds from placed where first = last
        union all
        select day, c.department_id, c.sign * overlap_seconds(c.started_at, c.ended_at, b.at[day], b.at[day + 1])
        from placed c cross join bounds b cross join lateral generate_series(c.first, c.last) day where c.first < c.last
      ) parts group by day, department_id
    ), member as materialized (
      select m.department_id, m.rank_id from user_departments m where ${whose(sql`m.user_id`, sql`m.department_id`, asked)}
    )
    select json_build_object(
      'total', (select json_build_object(${totalJson}) from sums k),
      'days', coalesce((select json_agg(json_build_object('index', index, 'departmentId', department_id, 'countedSeconds', counted)
        order by index, department_id) from days), '[]'),
      'departments', coalesce((select json_agg(x.row) from (
        select json_build_object('departmentId', d.id, 'departmentName', d.name, ${totalJson},
          'members', (select count(*) from member where member.department_id = d.id)) as row
        from departments d left join sums k on k.department_id = d.id
        where k.department_id is not null or d.id in (select department_id from member)
        group by d.id order by d.sort_order, d.id) x), '[]'),
      'ranks', coalesce((select json_agg(x.row) from (
        select json_build_object('rankId', r.id, 'rankName', r.name, 'departmentId', k.department_id, ${totalJson},
          'members', sum(k.members)) as row
        from (
          select department_id, rank_id, seconds, counted, calls, patrols, 0 as members from sums
          union all select department_id, rank_id, 0, 0, 0, 0, count(*) from member group by 1, 2
        ) k left join ranks r on r.id = k.rank_id join departments d on d.id = k.department_id
        group by k.department_id, r.id, d.id order by d.sort_order, d.id, r.sort_order nulls last) x), '[]'),
      'counts', (select json_build_object('members', count(*), 'belowQuota', count(*) filter (where ${isBelowQuota}),
        'onLeave', count(*) filter (where is_on_leave), 'inactive', count(*) filter (where ${isInactive(seen, inactiveAfter)})) from listed)
    ) as sums`.execute(db)
  return Sums.parse(rows[0]?.sums)
}

/**
 * Seconds in each status within a period, for the patrols `p` that meet the condition `condition`. Settled patrols that lie within the period
 * have their seconds stored; for the others the stretches are read.
 */
export async function byStatus(
  db: Db,
  condition: RawBuilder<unknown>,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<PatrolOverview['byStatus']> {
  const overlaps = sql`p.started_at < ${until} and (p.ended_at is null or p.ended_at > ${since}) and ${condition}`
  const kept = [0, 1, 2, 3, 4, 5, 6, 7].map((status) => sql`sum(p.status_seconds[${sql.lit(status + 1)}]) filter (where p.is_whole)`)
  const { rows } = await sql<{ status: number | null; seconds: number }>`${sql.raw(PREPARED)}
    with found as materialized (
      select p.id, p.started_at, p.ended_at, p.status_seconds,
        p.status_seconds is not null and p.started_at >= ${since} and p.ended_at <= ${until} as is_whole
      from patrols p where p.started_at >= ${since}::timestamptz - interval '24 hours' and ${overlaps}
      union all
      select p.id, p.started_at, p.ended_at, p.status_seconds, false
      from patrols p where p.is_long and p.started_at < ${since}::timestamptz - interval '24 hours' and ${overlaps}
    ), spent as (
      select nullif(x.n - 1, 0) as status, x.seconds
      from (select array[${sql.join(kept)}]::bigint[] as kept from found p) k cross join unnest(k.kept) with ordinality as x (seconds, n)
      union all
      select s.status, overlap_seconds(s.at, s.next, ${since}, ${until})
      from found p cross join lateral (
        select t.status, t.at, lead(t.at, 1, coalesce(p.ended_at, now())) over (order by t.at) as next
        from patrol_stretches t where t.patrol_id = p.id
      ) s where not p.is_whole
    )
    select status::integer, sum(seconds)::bigint as seconds from spent group by status having sum(seconds) > 0
    order by status nulls first`.execute(db)
  return rows
}
