import type { AuditAction, Call, CallLogEntry, CallUnit, PatrolUnit, RoomEvents } from '@tenfour/contract'
import type { AuditEntry } from '../../platform/audit/audit.ts'

export type Author = { readonly userId: number; readonly name: string }
/** Who acts, by which request, and on which server as a dispatcher. */
export type By = Author & { readonly requestId: string; readonly dispatchesOn: number | null }
export const nameOf = ({ userId, name }: Author): Author => ({ userId, name })
/** A unit's time on a call; without a number until it is written. */
export type Assignment = Omit<CallUnit, 'callUnitId'> & { callUnitId: number | null; callId: number; assignedBy: Author | null }
/** The part of a board that an action looks at: the units, their calls, and every unit on those. */
export type BoardPart = { now: string; units: PatrolUnit[]; calls: Call[]; assignments: Assignment[] }
export type LogLine = Pick<CallLogEntry, 'kind' | 'text' | 'author'> & { readonly callId: number }
export type AuditLine = AuditEntry & { readonly action: AuditAction }

/** What one member is told by themself: that a question to them is settled, or what became of their call to 911. */
export type DeskEvent = {
  [E in keyof RoomEvents<'desk'>]: { readonly userId: number; readonly event: E; readonly payload: RoomEvents<'desk'>[E] }
}[keyof RoomEvents<'desk'>]
