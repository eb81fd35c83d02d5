import { isAllowed, staff, type Capability } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'

/** The departments whose patrols a viewer sees; null for all. */
export type Seen = readonly number[] | null

const SEES: Capability = 'seePatrols'

export const departmentsSeen = ({ subject }: Pick<Actor, 'subject'>): Seen =>
  isAllowed(staff, subject)
    ? null
    : subject.capabilities.filter(({ capability }) => capability === SEES).map(({ departmentId }) => departmentId)

/** The departments in which a viewer sees a member's patrols. Members see all their own patrols. */
export const departmentsSeenOf = (actor: Actor, userId: number): Seen => (actor.userId === userId ? null : departmentsSeen(actor))

/** Narrows the departments to a filter; a filter for a department that the viewer doesn't see leaves none. */
export function narrow(seen: Seen, departmentId: number | undefined): Seen {
  if (departmentId === undefined) return seen
  return seen === null || seen.includes(departmentId) ? [departmentId] : []
}

export const isSeen = (column: RawBuilder<unknown>, seen: Seen): RawBuilder<unknown> =>
  seen === null ? sql`true` : sql`${column} = any(${[...seen]}::integer[])`
