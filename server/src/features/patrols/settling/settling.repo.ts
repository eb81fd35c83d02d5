import type { AbsenceRule } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { callCount } from '../patrols/patrols.port.ts'

export type AbsencePolicy = { readonly rule: AbsenceRule; readonly minutes: number }
export type Settled = { readonly patrolId: number; readonly userId: number; readonly departmentId: number; readonly hasGaps: boolean }
/**
 * Computes the absences, presence and calls of patrols that have ended. If a patrol was settled before, absences that a person decided on
 * stay, and so do unchanged ones.
 */
export type Settle = (tx: Tx, patrolIds: readonly number[]) => Promise<Settled[]>

/** Shorter absences are not flagged: the game may have crashed, or its server restarted. */
const MIN_GAP_SECONDS = 120

/**
 * `looked` has, by patrol, when its server was connected (`watched`), when the member was seen, and when they were seen without moving.
 * `gap` has times that were watched without the member being seen, long enough, and not decided on.
 */
const reckoned = (patrolIds: readonly number[]) => sql`
  looked as (
    select p.id, w.watched, s.seen * w.watched as seen, s.idle * w.watched - s.moving as idle, g.decided
    from patrols p join departments d on d.id = p.department_id
      cross join lateral (
        select coalesce(range_agg(tstzrange(w.started_at, w.ended_at)), '{}') * tstzmultirange(tstzrange(p.started_at, p.ended_at)) as watched
        from server_watches w
        where d.needs_presence and w.server_id = p.server_id and w.started_at < p.ended_at and w.ended_at > p.started_at
      ) w
      cross join lateral (
        select coalesce(range_agg(tstzrange(s.started_at, s.ended_at)), '{}') as seen,
          coalesce(range_agg(tstzrange(s.started_at, s.ended_at)) filter (where s.state = 'moving'), '{}') as moving,
          coalesce(range_agg(tstzrange(s.started_at, s.ended_at)) filter (where s.state = 'idle'), '{}') as idle
        from presence s
        where s.user_id = p.user_id and s.server_id = p.server_id and s.started_at < p.ended_at and s.ended_at > p.started_at
      ) s
      cross join lateral (
        select coalesce(range_agg(tstzrange(g.started_at, g.ended_at)), '{}') as decided
        from patrol_gaps g where g.patrol_id = p.id and g.decided_at is not null
      ) g
    where p.id = any(${[...patrolIds]}::bigint[]) and p.ended_at is not null
  ), gap as (
    select looked.id as patrol_id, lower(r) as started_at, upper(r) as ended_at
    from looked cross join lateral unnest(looked.watched - looked.seen - looked.decided) r
    where upper(r) - lower(r) >= make_interval(secs => ${MIN_GAP_SECONDS})
  )`

const seconds = (ranges: string) =>
  sql`(select coalesce(round(extract(epoch from sum(upper(r) - lower(r)))), 0)::integer from unnest(${sql.ref(ranges)}) r)`

export async function settlePatrols(tx: Tx, patrolIds: readonly number[], { rule, minutes }: AbsencePolicy): Promise<Settled[]> {
  // Deletes in a statement of its own, because the new absences must not overlap the old ones.
  await sql`
    with ${reckoned(patrolIds)}
    delete from patrol_gaps g where g.patrol_id in (select id from looked) and g.decided_at is null and not exists (
      select from gap where gap.patrol_id = g.patrol_id and gap.started_at = g.started_at and gap.ended_at = g.ended_at)`.execute(tx)
  const { rows } = await sql<Settled>`
    with ${reckoned(patrolIds)}, added as (
      insert into patrol_gaps (patrol_id, started_at, ended_at, is_counted)
      select patrol_id, started_at, ended_at, ${isCounted(rule, minutes)} from gap
      where not exists (
        select from patrol_gaps g where g.patrol_id = gap.patrol_id and g.started_at = gap.started_at and g.ended_at = gap.ended_at)
    )
    update patrols p set settled_at = now(), version = p.version + 1, calls = ${callCount},
      watched_seconds = ${seconds('looked.watched')},
      seen_seconds = case when not isempty(looked.watched) then ${seconds('looked.seen')} end,
      idle_seconds = case when not isempty(looked.watched) then ${seconds('looked.idle')} end
    from looked where looked.id = p.id
    returning p.id as "patrolId", p.user_id as "userId", p.department_id as "departmentId",
      exists (select from gap where gap.patrol_id = p.id) as "hasGaps"`.execute(tx)
  return rows
}

const isCounted = (rule: AbsenceRule, minutes: number) =>
  rule === 'limit' ? sql`ended_at - started_at <= make_interval(mins => ${minutes})` : sql`${rule === 'count'}::boolean`

/**
 * Patrols that ended long enough ago for presence up to their end to be written, oldest first. Patrols that another node is settling are
 * skipped.
 */
export async function lockUnsettled(tx: Tx, afterSeconds: number, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('patrols')
    .select('id')
    .where('settled_at', 'is', null)
    .where('ended_at', '<=', sql<Date>`now() - make_interval(secs => ${afterSeconds})`)
    .orderBy('ended_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}
