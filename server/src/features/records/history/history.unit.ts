import { isAllowed, type AccessRule, type Capability, type Duty, type RecordActor } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

/** A unit on duty that acts on records. */
export type ActingUnit = {
  readonly userId: number
  readonly name: string
  readonly identifier: string
  readonly serverId: number
  readonly departmentId: number
  readonly callId: number | null
}

/**
 * The caller's unit as it is now: they may have gone off duty, or to another department, since the request was let in. If a capability is given,
 * the caller's rank in the department they are on duty for must have it.
 */
export async function actingUnit(db: Db | Tx, actor: Actor, rule: AccessRule, capability?: Capability): Promise<ActingUnit> {
  const { rows } = await sql<Omit<ActingUnit, 'name' | 'userId'> & { holds: Capability[]; duty: Omit<Duty, 'serverId'> }>`
    select u.identifier, json_build_object('unitClass', u.unit_class, 'type', u.type) as duty, u.server_id as "serverId", u.department_id as "departmentId", a.call_id as "callId",
      coalesce(r.capabilities, '{}') as holds
    from units u
    left join lateral (select call_id from call_units c where c.user_id = u.user_id and c.cleared_at is null limit 1) a on true
    left join user_departments ud on ud.user_id = u.user_id and ud.department_id = u.department_id
    left join ranks r on r.id = ud.rank_id
    where u.user_id = ${actor.userId} and u.status <> 1`.execute(db)
  const [unit] = rows
  const subject = unit && { ...actor.subject, duty: { ...unit.duty, serverId: unit.serverId } }
  if (!subject || !isAllowed(rule, subject) || (capability && !unit.holds.includes(capability))) {
    throw new AppError('forbidden', 'You do not have access to perform that action')
  }
  const { holds: _holds, duty: _duty, ...found } = unit
  return { ...found, userId: actor.userId, name: actor.user.name }
}

/**
 * The caller, if their rank has the capability now, in the given department or in any of theirs. They need not be on duty; off duty, the call sign
 * is empty.
 */
export async function actingSupervisor(
  tx: Tx,
  { userId, user }: Actor,
  held: Capability,
  departmentId: number | null = null,
): Promise<RecordActor> {
  const { rows } = await sql<{ identifier: string | null }>`
    select (select identifier from units where user_id = ${userId} and status <> 1) as identifier
    where exists (select from user_departments ud join ranks r on r.id = ud.rank_id
      where ud.user_id = ${userId} and ${held} = any(r.capabilities) and ud.department_id = coalesce(${departmentId}, ud.department_id))`.execute(
    tx,
  )
  const [supervisor] = rows
  if (!supervisor) throw new AppError('forbidden', 'You do not have access to perform that action')
  return { userId, name: user.name, identifier: supervisor.identifier ?? '' }
}
