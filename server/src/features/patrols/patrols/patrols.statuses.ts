import type { PatrolOverview } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'

/**
 * Seconds in each status within a period, of the patrols `p` that `whose` says. Those that lie within it and are settled have theirs stored; the
 * stretches of the others are asked.
 */
export async function byStatus(
  db: Db,
  whose: RawBuilder<unknown>,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<PatrolOverview['byStatus']> {
  const overlaps = sql`p.started_at < ${until} and (p.ended_at is null or p.ended_at > ${since}) and ${whose}`
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
