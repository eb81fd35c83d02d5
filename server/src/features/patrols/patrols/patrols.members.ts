import { inactiveDays, MemberPatrols, type listMemberPatrols, type PageOf, type QueryOf } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { quotaDays, quotaPeriodInUse, readDays } from './patrols.period.ts'
import { departmentsSeen, isSeen, narrow, type Seen } from './patrols.scope.ts'
import { isBelowQuota, isInactive, lastPatrolAt, standing } from './patrols.standing.ts'

type Deps = { readonly db: Db; readonly settings: Settings }
type Query = QueryOf<typeof listMemberPatrols>

/** A page past the end has a single row with only the total. */
const Row = z.object({ row: MemberPatrols.nullable(), total: z.int() })

/** Members with their sums of a period; the rows and their number are read in one statement. */
export async function readMembers({ db, settings }: Deps, actor: Actor, query: Query): Promise<PageOf<MemberPatrols>> {
  const { since, until, today } = await readDays(db, query)
  const seen = narrow(departmentsSeen(actor), query.departmentId)
  const base = standing({
    seen,
    rankId: query.rankId,
    span: { from: query.from, to: query.to, since, until },
    today,
    quotaOf: quotaDays(query, quotaPeriodInUse(settings), today),
  })
  const order = sql`${ORDER[query.sort](seen)} ${query.direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}, lower(listed.name), listed.id`
  const { rows } = await sql`${sql.raw(PREPARED)}
    with ${base}, found as materialized (
      select listed.* from listed where ${conditions(query, seen, query.inactiveDays ?? settings.get(inactiveDays))}
    ), page as (
      select listed.*, row_number() over (order by ${order}) as place from found listed
      order by ${order} ${limitTo(query)}
    )
    select (select count(*) from found)::integer as total, case when listed.id is not null then json_build_object('userId', listed.id, 'name', listed.name, 'avatarColor', listed.avatar_color,
      'picture', (select i.digest from pictures i where i.id = listed.picture_id), 'departmentId', listed.department_id,
      'departmentName', listed.department_name, 'rankName', listed.rank_name, 'countedSeconds', listed.counted, 'patrols', listed.patrols,
      'calls', listed.calls, 'seenPercent', listed.seen_percent,
      'quota', case when listed.quota_minutes is not null then json_build_object('minutes', listed.quota_minutes,
        'leaveDays', listed.leave_days, 'dueMinutes', listed.due_minutes, 'countedSeconds', listed.own_counted,
        'weeks', case when listed.weeks_over is not null then json_build_object('missed', listed.weeks_missed, 'over', listed.weeks_over) end) end,
      'lastPatrolAt', ${lastPatrolAt(seen)}, 'isOnLeave', listed.is_on_leave, 'isFlagged', listed.is_flagged) end as row
    from (select) one left join page listed on true order by listed.place`.execute(db)
  const found = z.array(Row).parse(rows)
  return toPage(
    found.flatMap(({ row }) => row ?? []),
    found[0]?.total ?? 0,
    query,
  )
}

const ORDER: Record<Query['sort'], (seen: Seen) => RawBuilder<unknown>> = {
  name: () => sql`lower(listed.name)`,
  // A department's own order lists its lowest rank last.
  rank: () => sql`listed.rank_order`,
  hours: () => sql`listed.counted`,
  quota: () => sql`listed.own_counted / (nullif(listed.due_minutes, 0) * 60.0)`,
  seen: () => sql`listed.seen_percent`,
  calls: () => sql`listed.calls`,
  lastPatrolAt,
}

function conditions({ q, only }: Query, seen: Seen, days: number): RawBuilder<unknown> {
  const all = [
    sql`true`,
    q ? sql`lower(listed.name) like ${`%${escapeLike(q.toLowerCase())}%`}` : undefined,
    only && ONLY[only](seen, days),
  ].filter((condition) => typeof condition === 'object')
  return sql.join(all, sql` and `)
}

const ONLY: Record<NonNullable<Query['only']>, (seen: Seen, days: number) => RawBuilder<unknown>> = {
  belowQuota: () => isBelowQuota,
  inactive: isInactive,
  onLeave: () => sql`listed.is_on_leave`,
  flagged: () => sql`listed.is_flagged`,
  onPatrol: (seen) => sql`exists (
    select from patrols p where p.user_id = listed.id and p.ended_at is null and ${isSeen(sql`p.department_id`, seen)})`,
}
