import { isAllowed, staff, type Capability } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'

/** The departments whose patrols someone sees; null for all. */
export type Seen = readonly number[] | null

const SEES: Capability = 'seePatrols'

export const departmentsSeen = ({ subject }: Actor): Seen =>
  isAllowed(staff, subject)
    ? null
    : subject.capabilities.filter(({ capability }) => capability === SEES).map(({ departmentId }) => departmentId)

/** Of a member's patrols. One sees all of one's own. */
export const departmentsSeenOf = (actor: Actor, userId: number): Seen => (actor.userId === userId ? null : departmentsSeen(actor))

/** Narrowed to a filter; one that names a department they don't see leaves nothing. */
export function narrow(seen: Seen, departmentId: number | undefined): Seen {
  if (departmentId === undefined) return seen
  return seen === null || seen.includes(departmentId) ? [departmentId] : []
}

export const isSeen = (column: RawBuilder<unknown>, seen: Seen): RawBuilder<unknown> =>
  seen === null ? sql`true` : sql`${column} = any(${[...seen]}::integer[])`
