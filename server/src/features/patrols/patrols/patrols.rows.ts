import { DepartmentType, unitClassOf, type CorrectionState, type Patrol, type PatrolKind } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import { callCount } from './patrols.calls.ts'

export type PatrolRow = {
  id: number
  user_id: number
  department_id: number
  department_name: string
  department_type: string
  server_id: number
  server_name: string
  started_at: Date
  ended_at: Date | null
  end_reason: string | null
  kind: PatrolKind
  is_cut: boolean
  is_settled: boolean
  seen_seconds: number | null
  idle_seconds: number | null
  calls: number
  seconds: number
  counted_seconds: number
  identifier: string
  is_flagged: boolean
  correction: CorrectionState | null
}

export const toPatrol = (row: PatrolRow): Patrol => ({
  patrolId: row.id,
  departmentId: row.department_id,
  departmentName: row.department_name,
  serverId: row.server_id,
  serverName: row.server_name,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  endReason: row.end_reason === 'silence' ? row.end_reason : null,
  calls: row.calls,
  userId: row.user_id,
  kind: row.kind,
  identifier: row.identifier,
  unitClass: unitClassOf(DepartmentType.parse(row.department_type)),
  seconds: row.seconds,
  countedSeconds: row.counted_seconds,
  seenSeconds: row.seen_seconds,
  idleSeconds: row.idle_seconds,
  isFlagged: row.is_flagged,
  isCut: row.is_cut,
  correction: row.correction,
  isSettled: row.is_settled,
})

/** An absence that the rule does not count and nobody has decided on. */
export const isWaiting = sql`not g.is_counted and g.decided_at is null`

/** Of patrols `p` in `tables`. */
export const columns = sql`p.id, p.user_id, p.department_id, d.name as department_name, d.type as department_type, p.server_id,
  v.name as server_name, p.started_at, p.ended_at, p.end_reason, p.kind, p.is_cut, p.settled_at is not null as is_settled, p.seen_seconds,
  p.idle_seconds, coalesce(p.calls, ${callCount}) as calls,
  seconds_between(p.started_at, coalesce(p.ended_at, now())) as seconds,
  (select sum(c.sign * seconds_between(c.started_at, c.ended_at))::integer from counted_time c where c.patrol_id = p.id) as counted_seconds,
  coalesce((select t.identifier from patrol_stretches t where t.patrol_id = p.id order by t.at desc limit 1), '') as identifier,
  exists (select from patrol_gaps g where g.patrol_id = p.id and ${isWaiting}) as is_flagged,
  (select c.state from patrol_corrections c where c.patrol_id = p.id order by c.id desc limit 1) as correction`
export const tables = sql`patrols p join departments d on d.id = p.department_id join servers v on v.id = p.server_id`

/** Of the ids that `page` selects as `id`, in the order given. The rest is joined to these alone, however many come before them. */
export async function listPatrols(db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Patrol[]> {
  const { rows } = await sql<PatrolRow>`${sql.raw(PREPARED)}
    with page as materialized (${page})
    select ${columns} from page join (${tables}) on p.id = page.id order by ${order}`.execute(db)
  return rows.map(toPatrol)
}
