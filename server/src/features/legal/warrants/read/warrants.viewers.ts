import {
  accessSubject,
  isAllowed,
  legalStaff,
  signsWarrants,
  UNIT_CLASS,
  type AccessRule,
  type RecordActor,
  type UnitClass,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'

/** A member who reads warrants. */
export type Viewer = { readonly userId: number; readonly isLegal: boolean; readonly maySign: boolean }

export const viewerOf = ({ userId, subject }: Pick<Actor, 'userId' | 'subject'>): Viewer => ({
  userId,
  isLegal: isAllowed(legalStaff, subject),
  maySign: isAllowed(signsWarrants, subject),
})

/** A viewer as values, or as parameters of a prepared statement. */
type Known = {
  readonly userId: number | RawBuilder<unknown>
  readonly maySign: boolean | RawBuilder<unknown>
  /** In the game, having reviewed a warrant does not count. */
  readonly isInGame?: RawBuilder<unknown>
}

/** The member whose character, or whose character's vehicle, the warrant `w` is about. */
export const subjectUserId = sql<
  number | null
>`(select o.user_id from characters q join characters o on o.id = coalesce(q.merged_into_id, q.id)
  where q.id = coalesce(w.character_id, (select v.character_id from vehicles v where v.id = w.vehicle_id)))`

/**
 * Whether the warrant `w` is kept from the member it is about: before it is signed if its writer asks for that, and once it is signed as
 * confidential.
 */
export const isKept = sql<boolean>`(w.is_confidential or (w.signed_at is null and w.content -> 'isConfidential' = 'true'))`

/**
 * Whether the viewer may know of the warrant `w` at all. A confidential warrant exists only for its writer, its reviewers, those who sign, and those
 * named to serve it: members, and departments while the viewer is on duty for them. Except for its writer, it never exists for the member it is
 * about. That last rule already holds when a warrant is submitted whose writer asks for it to be confidential.
 */
export const isKnownTo = ({ userId, maySign, isInGame = sql`false` }: Known) => sql<boolean>`(w.writer_id = ${userId}
  or ((not w.is_confidential or ${maySign}
    or (not ${isInGame} and exists (select from warrant_reviewers k where k.warrant_id = w.id and k.user_id = ${userId}))
    or exists (select from warrant_servers k where k.warrant_id = w.id and (k.user_id = ${userId}
      or k.department_id in (select department_id from units where user_id = ${userId} and status <> 1))))
    and (not ${isKept} or ${subjectUserId} is distinct from ${userId})))`

/** The caller, by the roles they have now: these may have changed since the request was let in. */
export async function actingLegal(tx: Db | Tx, { userId }: Pick<Actor, 'userId'>, rule: AccessRule = legalStaff): Promise<RecordActor> {
  const loaded = await loadCurrentUser(tx, userId)
  if (!loaded || !isAllowed(rule, accessSubject(loaded.user)))
    throw new AppError('forbidden', 'You do not have access to perform that action')
  const { rows } = await sql<{ identifier: string }>`select identifier from units where user_id = ${userId} and status <> 1`.execute(tx)
  return { userId, name: loaded.user.name, identifier: rows[0]?.identifier ?? '' }
}

/** Whether the warrant `w` is in force, by the clock: the job that ends warrants runs once a minute. */
export const isInForce = sql<boolean>`(w.state = 'active' and w.expires_at > now())`

export const isOnDutyAs = (userId: number, classes: readonly UnitClass[]) => sql<boolean>`exists (select from units d
  where d.user_id = ${userId} and d.status <> 1 and d.unit_class = any(${classes}::int[]))`

/** Whether the return of the warrant `w` names the member as an officer who served it. */
const served = (userId: number) => sql<boolean>`(w.state = 'served' and (w.served_return -> 'by' -> 'userId' = to_jsonb(${userId}::int)
  or w.served_return -> 'officers' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::int))))`

/** Whether the viewer reads the whole warrant `w`, with its history and what supports it. */
export const isReadInFull = ({ userId, isLegal }: Viewer) => sql<boolean>`(w.writer_id = ${userId} or ${isLegal})`

/** Whether the viewer may open the warrant `w`. Units on duty read warrants in force and those that they served. */
export const isVisibleTo = (viewer: Viewer) => sql<boolean>`(${isKnownTo(viewer)} and (${isReadInFull(viewer)}
  or ((${isInForce} or ${served(viewer.userId)}) and ${isOnDutyAs(viewer.userId, [UNIT_CLASS.Leo, UNIT_CLASS.Comms])})))`
