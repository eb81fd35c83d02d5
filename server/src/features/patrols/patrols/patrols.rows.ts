import { DepartmentType, PatrolStretch, unitClassOf, type CorrectionState, type Patrol, type PatrolKind } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'

/** For patrols `p`: the calls that the member was on, created, cleared or sent units to meanwhile, each once. */
export const callCount: RawBuilder<number> = sql`count_calls(p.user_id, p.server_id, p.started_at, coalesce(p.ended_at, now()))`

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

/** Columns of patrols `p` in `tables`. */
export const columns = sql`p.id, p.user_id, p.department_id, d.name as department_name, d.type as department_type, p.server_id,
  v.name as server_name, p.started_at, p.ended_at, p.end_reason, p.kind, p.is_cut, p.settled_at is not null as is_settled, p.seen_seconds,
  p.idle_seconds, coalesce(p.calls, ${callCount}) as calls,
  seconds_between(p.started_at, coalesce(p.ended_at, now())) as seconds,
  (select sum(c.sign * seconds_between(c.started_at, c.ended_at))::integer from counted_time c where c.patrol_id = p.id) as counted_seconds,
  coalesce((select t.identifier from patrol_stretches t where t.patrol_id = p.id order by t.at desc limit 1), '') as identifier,
  exists (select from patrol_gaps g where g.patrol_id = p.id and ${isWaiting}) as is_flagged,
  (select c.state from patrol_corrections c where c.patrol_id = p.id order by c.id desc limit 1) as correction`
export const tables = sql`patrols p join departments d on d.id = p.department_id join servers v on v.id = p.server_id`

/**
 * Reads the patrols whose ids `page` selects as `id`, in the given order. Other tables are joined only to these rows, however many precede
 * the page.
 */
export async function listPatrols(db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Patrol[]> {
  const { rows } = await sql<PatrolRow>`${sql.raw(PREPARED)}
    with page as materialized (${page})
    select ${columns} from page join (${tables}) on p.id = page.id order by ${order}`.execute(db)
  return rows.map(toPatrol)
}

/** A correction `c` as JSON, with its `asker`, and its `decider` if it was decided. */
export const correctionJson = sql`json_build_object('correctionId', c.id, 'patrolId', c.patrol_id,
  'askedBy', json_build_object('userId', asker.id, 'name', asker.name), 'askedAt', c.asked_at, 'reason', c.reason,
  'startedAt', c.started_at, 'endedAt', c.ended_at, 'countsGaps', c.counts_gaps,
  'wasStartedAt', c.was_started_at, 'wasEndedAt', c.was_ended_at, 'state', c.state,
  'decided', case when c.decided_at is not null then json_build_object(
    'by', json_build_object('userId', decider.id, 'name', decider.name), 'at', c.decided_at, 'note', c.note) end)`

export const correctionTables = sql`patrol_corrections c join users asker on asker.id = c.asked_by
  left join users decider on decider.id = c.decided_by`

/**
 * For `cross join lateral` with patrols `p`: its stretches as rows (started_at, ended_at, status, beat_id, identifier). Each ends where the
 * next starts, the last where the patrol ends, so they are the whole patrol. The last of an open one has no end.
 */
export const stretches: RawBuilder<unknown> = sql`(
  select s.at as started_at, coalesce(lead(s.at) over (order by s.at), p.ended_at) as ended_at, s.status, s.beat_id, s.identifier
  from patrol_stretches s
  where s.patrol_id = p.id and (s.at = p.started_at or (s.at > p.started_at and (p.ended_at is null or s.at < p.ended_at))))`

const Row = z.object({ patrolId: z.int(), stretch: PatrolStretch })

/** The stretches of these patrols, in order, by patrol. */
export async function readStretches(db: Db | Tx, patrolIds: readonly number[]): Promise<Map<number, PatrolStretch[]>> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select p.id as "patrolId", json_build_object('startedAt', ${iso('s.started_at')}, 'endedAt', ${iso('s.ended_at')}, 'status', s.status,
      'beat', b.name, 'identifier', s.identifier) as stretch
    from patrols p cross join lateral ${stretches} as s left join beats b on b.id = s.beat_id
    where p.id = any(${[...patrolIds]}::bigint[]) order by p.id, s.started_at`.execute(db)
  const found = new Map<number, PatrolStretch[]>(patrolIds.map((patrolId) => [patrolId, []]))
  for (const { patrolId, stretch } of z.array(Row).parse(rows)) found.get(patrolId)?.push(stretch)
  return found
}
