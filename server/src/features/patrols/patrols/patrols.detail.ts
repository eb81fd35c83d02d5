import {
  absenceMinutes,
  absenceRule,
  Correction,
  PatrolGap,
  Presence,
  ReportKind,
  reportNumber,
  type Patrol,
  type PatrolDetail,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { columns, correctionJson, correctionTables, readStretches, tables, toPatrol, type PatrolRow } from './patrols.rows.ts'
import { departmentsSeen } from './patrols.scope.ts'

/** Whether the caller, who sees the patrol, may replay it. The feature that keeps tracks provides this function. */
export type CanReplay = (
  actor: Actor,
  patrol: Pick<Patrol, 'patrolId' | 'userId' | 'departmentId' | 'startedAt' | 'endedAt'>,
) => Promise<boolean>
type Deps = { readonly db: Db; readonly settings: Settings; readonly canReplay: CanReplay }

/** More rows than one patrol can have in practice; beyond this limit only the oldest are shown. */
const MAX_ROWS = 2000
/** Only the latest are shown, because a member may ask, withdraw and ask again. */
const MAX_CORRECTIONS = 50

const Parts = z.object({
  presence: z.array(Presence),
  watched: z.array(z.object({ startedAt: Presence.shape.startedAt, endedAt: Presence.shape.endedAt })),
  gaps: z.array(PatrolGap),
  calls: z.array(
    z.object({
      callId: z.int(),
      code: z.string(),
      title: z.string(),
      startedAt: Presence.shape.startedAt,
      endedAt: Presence.shape.endedAt.nullable(),
    }),
  ),
  reports: z.array(z.object({ reportId: z.int(), kind: ReportKind, year: z.int(), number: z.int(), at: Presence.shape.startedAt })),
  corrections: z.array(Correction),
})
type DetailRow = PatrolRow & { name: string; rank_name: string | null; cut_ended_at: Date | null; version: number; parts: unknown }

/** A caller who may not see the patrol gets the same answer as for one that does not exist. */
const noSuchPatrol = () => new AppError('not_found', 'There is no such patrol', 'patrolId')

export async function readPatrol({ db, settings, canReplay }: Deps, actor: Actor, patrolId: number): Promise<PatrolDetail> {
  const { rows } = await sql<DetailRow>`${sql.raw(PREPARED)}
    select ${columns}, u.name, r.name as rank_name, p.cut_ended_at, p.version, ${parts} as parts
    from ${tables} join users u on u.id = p.user_id
      left join user_departments m on m.user_id = p.user_id and m.department_id = p.department_id left join ranks r on r.id = m.rank_id
      cross join lateral (select coalesce(p.ended_at, now()) as until) ended
    where p.id = ${patrolId} and ${mayBeSeen(actor)}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchPatrol()
  const patrol = toPatrol(row)
  const { presence, watched, gaps, calls, reports, corrections } = Parts.parse(row.parts)
  const [stretches, replays] = await Promise.all([readStretches(db, [patrolId]), canReplay(actor, patrol)])
  return {
    ...patrol,
    name: row.name,
    rankName: row.rank_name,
    stretches: stretches.get(patrolId) ?? [],
    presence,
    watched,
    gaps,
    callsWorked: calls,
    reports: reports.map(({ reportId, kind, year, number, at }) => ({ reportId, kind, number: reportNumber(kind, year, number), at })),
    corrections,
    absences: { rule: settings.get(absenceRule), minutes: settings.get(absenceMinutes) },
    cutEndedAt: row.cut_ended_at?.toISOString() ?? null,
    canReplay: replays,
    canDecide: canDecide(actor, patrol),
    version: row.version,
  }
}

function mayBeSeen(actor: Actor) {
  const seen = departmentsSeen(actor)
  return seen === null ? sql`true` : sql`(p.user_id = ${actor.userId} or p.department_id = any(${[...seen]}::integer[]))`
}

/** Members can't decide on their own patrols. */
function canDecide(actor: Actor, { userId, departmentId }: Patrol): boolean {
  const seen = departmentsSeen(actor)
  return userId !== actor.userId && (seen === null || seen.includes(departmentId))
}

/** Details of patrols `p` until `ended.until`, in order. Presence is cut to the patrol. */
const parts = sql`json_build_object(
  'presence', coalesce((select json_agg(json_build_object('startedAt', x.started_at, 'endedAt', x.ended_at, 'state', x.state) order by x.started_at)
    from (select greatest(s.started_at, p.started_at) as started_at, least(s.ended_at, ended.until) as ended_at, s.state from presence s
      where d.needs_presence and s.user_id = p.user_id and s.server_id = p.server_id and s.started_at < ended.until and s.ended_at > p.started_at
      order by s.started_at limit ${MAX_ROWS}) x), '[]'),
  'watched', coalesce((select json_agg(json_build_object('startedAt', x.started_at, 'endedAt', x.ended_at) order by x.started_at)
    from (select greatest(w.started_at, p.started_at) as started_at, least(w.ended_at, ended.until) as ended_at from server_watches w
      where d.needs_presence and w.server_id = p.server_id and w.started_at < ended.until and w.ended_at > p.started_at
      order by w.started_at limit ${MAX_ROWS}) x), '[]'),
  'gaps', coalesce((select json_agg(json_build_object('gapId', g.id, 'startedAt', g.started_at, 'endedAt', g.ended_at, 'isCounted', g.is_counted,
      'decided', case when g.decided_at is not null then json_build_object(
        'by', json_build_object('userId', b.id, 'name', b.name), 'at', g.decided_at, 'note', g.note) end) order by g.started_at)
    from patrol_gaps g left join users b on b.id = g.decided_by where g.patrol_id = p.id), '[]'),
  'calls', coalesce((select json_agg(json_build_object('callId', c.id, 'code', t.code, 'title', c.title, 'startedAt', w.started_at,
      'endedAt', least(w.ended_at, p.ended_at)) order by w.started_at, c.id)
    from calls_worked(p.user_id, p.server_id, p.started_at, ended.until) w join calls c on c.id = w.call_id
      join call_types t on t.id = c.call_type_id), '[]'),
  'reports', coalesce((select json_agg(json_build_object('reportId', x.id, 'kind', x.kind, 'year', x.year, 'number', x.number,
      'at', x.created_at) order by x.created_at, x.id)
    from (select w.id, w.kind, w.year, w.number, w.created_at from reports w
      where w.writer_id = p.user_id and w.created_at between p.started_at and ended.until order by w.created_at limit ${MAX_ROWS}) x), '[]'),
  'corrections', coalesce((select json_agg(x.row) from (select ${correctionJson} as row from ${correctionTables}
    where c.patrol_id = p.id order by c.id desc limit ${MAX_CORRECTIONS}) x), '[]'))`
