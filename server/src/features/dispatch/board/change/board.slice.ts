import type { AuditAction, Call, CallLogEntry, CallUnit, PatrolUnit, RoomEvents, UnitStatus } from '@tenfour/contract'
import type { AuditEntry } from '../../../../platform/audit/audit.ts'
import type { TakeBack } from './board.take-back-record.ts'

export type Author = { readonly userId: number; readonly name: string }
/** Who acts, in which request, and the server they dispatch on, if any. */
export type By = Author & { readonly requestId: string; readonly dispatchesOn: number | null }
export const nameOf = ({ userId, name }: Author): Author => ({ userId, name })

/** A unit's assignment to a call; it has no id until it is written. */
export type Assignment = Omit<CallUnit, 'callUnitId'> & { callUnitId: number | null; callId: number; assignedBy: Author | null }
export type LogLine = Pick<CallLogEntry, 'kind' | 'text' | 'author'> & {
  readonly callId: number
  readonly isLate: boolean
  /** The changes of the action, if it can be taken back. */
  takeBack: TakeBack | null
  readonly takesBackId: number | null
}
export type AuditLine = AuditEntry & { readonly action: AuditAction }
/** An event for a single member: a ping was answered, or their own call changed. */
export type DeskEvent = {
  [E in keyof RoomEvents<'desk'>]: { readonly userId: number; readonly event: E; readonly payload: RoomEvents<'desk'>[E] }
}[keyof RoomEvents<'desk'>]

export type Wanted = { readonly userIds: readonly number[]; readonly callIds: readonly number[] }
/** The requested units and calls, plus the calls those units are on, handle or panicked in, plus every unit on any of these calls. */
export type BoardSlice = {
  readonly now: string
  readonly units: readonly PatrolUnit[]
  readonly calls: readonly Call[]
  readonly assignments: readonly Assignment[]
  /** The statuses in use: the seven by their numbers, and those of the community. */
  readonly statuses: readonly Status[]
}
export type Status = { readonly statusId: number; readonly name: string; readonly countsAs: UnitStatus }

/** The part of a combined read that one action asked for. */
export function sliceFor({ userIds, callIds }: Wanted, serverIds: readonly number[], read: BoardSlice): BoardSlice {
  const users = new Set(userIds)
  const concerned = new Set(callIds)
  for (const { userId, callId } of read.assignments) if (users.has(userId)) concerned.add(callId)
  for (const { callId, serverId, status, handlerUserId, panicUserId } of read.calls) {
    if (status === 'cleared' || !serverIds.includes(serverId)) continue
    if (users.has(handlerUserId ?? 0) || users.has(panicUserId ?? 0)) concerned.add(callId)
  }
  const assignments = read.assignments.filter(({ callId }) => concerned.has(callId))
  for (const { userId } of assignments) users.add(userId)
  return {
    now: read.now,
    units: read.units.filter(({ userId }) => users.has(userId)),
    calls: read.calls.filter(({ callId }) => concerned.has(callId)),
    assignments,
    statuses: read.statuses,
  }
}
