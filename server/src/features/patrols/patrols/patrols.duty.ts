import { UNIT_STATUS, type PatrolUnit } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { Slots, Step } from '../../../platform/database/prepared.ts'

/** A unit before and after a change; undefined if it was never on duty. */
type UnitChange = { readonly was: PatrolUnit | undefined; readonly is: PatrolUnit }
type Start = { readonly user_id: number; readonly department_id: number; readonly server_id: number }
type Stretch = Pick<PatrolUnit, 'userId' | 'status' | 'beatId' | 'identifier'>
/** The effect of a change of a unit on its member's patrol. */
export type PatrolChange = {
  readonly userId: number
  readonly isEnded: boolean
  readonly start: Start | null
  readonly stretch: Stretch | null
}

export const isOnDuty = (unit: PatrolUnit | undefined): unit is PatrolUnit => unit !== undefined && unit.status !== UNIT_STATUS.offDuty

/** A patrol is a continuous period in one department on one server, a stretch of it one with the same status, beat and call sign. */
export function patrolChange({ was, is }: UnitChange): PatrolChange {
  const wasOn = isOnDuty(was)
  const isOn = isOnDuty(is)
  const isSame = wasOn && isOn && was.serverId === is.serverId && was.department.departmentId === is.department.departmentId
  const { userId, status, beatId, identifier } = is
  const isSameStretch = isSame && was.status === status && was.beatId === beatId && was.identifier === identifier
  const stretch = isOn && !isSameStretch ? { userId, status, beatId, identifier } : null
  const start = isOn && !isSame ? { user_id: userId, department_id: is.department.departmentId, server_id: is.serverId } : null
  return { userId, isEnded: wasOn && !isSame, start, stretch }
}

/** Parameters of `patrolSteps`. Rows with several columns are passed as JSON. */
export type PatrolValues = {
  readonly now: string
  readonly endedPatrols: readonly number[]
  readonly startedPatrols: string
  readonly newStretches: string
}

/** The rows of `patrolSteps`. */
export const patrolRows = (changes: readonly PatrolChange[]) => ({
  // A member who goes on duty may be on a civilian patrol.
  endedPatrols: changes.filter(({ isEnded, start }) => isEnded || start).map(({ userId }) => userId),
  startedPatrols: changes.flatMap(({ start }) => start ?? []),
  newStretches: changes.flatMap(({ stretch }) => stretch ?? []),
})

/** The steps of a statement that write the patrols of units, after the step named `unitsStep`, which locks and writes the units. */
export const patrolSteps = ($: Slots<PatrolValues>, unitsStep: string) =>
  ({
    // If the clock was set back, time stands still within a patrol instead of running backwards.
    ended_patrols: {
      answers: sql`null::integer as user_id, null::timestamptz as ended_at`,
      does: sql`update patrols p set ended_at = greatest(p.started_at, ${$('now')}::timestamptz,
          (select max(s.at) from patrol_stretches s where s.patrol_id = p.id))
        where p.user_id = any(${$('endedPatrols')}::integer[]) and p.ended_at is null and (select count(*) from ${sql.raw(unitsStep)}) >= 0
        returning p.user_id, p.ended_at`,
    },
    // Duty in a simulated game is no patrol, so that it counts nowhere.
    // A civilian patrol that was opened at the same moment, which this statement can't see yet, becomes the one on duty.
    started_patrols: {
      answers: sql`null::bigint as id, null::integer as user_id, null::timestamptz as started_at`,
      does: sql`insert into patrols (user_id, department_id, server_id, started_at)
        select x.user_id, x.department_id, x.server_id, greatest(${$('now')}::timestamptz, e.ended_at, (
          select l.ended_at from patrols l where l.user_id = x.user_id and l.ended_at is not null
          order by l.started_at desc, l.ended_at desc limit 1))
        from jsonb_to_recordset(${$('startedPatrols')}::jsonb) as x (user_id integer, department_id integer, server_id integer)
          left join ended_patrols e on e.user_id = x.user_id
        where (select count(*) from ended_patrols) >= 0
          and not exists (select from servers s where s.id = x.server_id and s.is_simulated)
        on conflict (user_id) where ended_at is null do update set department_id = excluded.department_id,
          server_id = excluded.server_id, kind = excluded.kind
        returning id, user_id, started_at`,
    },
    // Two changes at the same instant are one stretch.
    new_stretches: {
      does: sql`insert into patrol_stretches (patrol_id, at, status, beat_id, identifier)
        select coalesce(s.id, p.id), coalesce(s.started_at, greatest(${$('now')}::timestamptz, p.started_at,
          (select max(l.at) from patrol_stretches l where l.patrol_id = p.id))), x.status, x."beatId", x.identifier
        from jsonb_to_recordset(${$('newStretches')}::jsonb) as x ("userId" integer, status smallint, "beatId" integer, identifier text)
          left join started_patrols s on s.user_id = x."userId" left join patrols p on p.user_id = x."userId" and p.ended_at is null
        where coalesce(s.id, p.id) is not null
        on conflict (patrol_id, at) do update set status = excluded.status, beat_id = excluded.beat_id, identifier = excluded.identifier`,
    },
  }) satisfies Record<string, Step>

/** Ends the open patrol of a member who stopped responding at `lastSign`, an expression about unit `t`. Its stretches after that are deleted. */
export const endSilentPatrol = (tx: Tx, userId: number, lastSign: RawBuilder<unknown>) =>
  sql`
    with ended as (
      update patrols p set end_reason = 'silence',
        ended_at = greatest(p.started_at, date_trunc('milliseconds', least(clock_timestamp(), ${lastSign})))
      from units t where t.user_id = p.user_id and p.user_id = ${userId} and p.ended_at is null
      returning p.id, p.started_at, p.ended_at
    )
    delete from patrol_stretches s using ended e where s.patrol_id = e.id and s.at >= e.ended_at and s.at > e.started_at`.execute(tx)
