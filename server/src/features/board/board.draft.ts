import {
  UNIT_CLASS,
  UNIT_STATUS,
  UNIT_STATUS_WORDS,
  type Call,
  type CallLogEntry,
  type CallUnit,
  type PatrolUnit,
  type Tone,
  type UnitStatus,
} from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { DeskEvent } from './board.desk.ts'

export type Author = { readonly userId: number; readonly name: string }
/** Who acts, and on which server as a dispatcher. */
export type By = Author & { readonly dispatchesOn: number | null }
export const nameOf = ({ userId, name }: Author): Author => ({ userId, name })
/** A unit's time on a call; without a number until it is written. */
export type Assignment = Omit<CallUnit, 'callUnitId'> & { callUnitId: number | null; callId: number; assignedBy: Author | null }
/** The part of a board that an action looks at: the units, their calls, and every unit on those. */
export type BoardPart = { now: string; units: PatrolUnit[]; calls: Call[]; assignments: Assignment[] }
export type LogLine = { readonly callId: number; readonly kind: CallLogEntry['kind']; readonly text: string }
export type Draft = ReturnType<typeof createDraft>

/** What a unit that is freed does next: custody and being out of service outlast the call. */
const FREED: readonly UnitStatus[] = [UNIT_STATUS.busy, UNIT_STATUS.enRoute, UNIT_STATUS.onScene]

/** What one action makes of a part of the board. Pure: nothing is written before it is complete. */
export function createDraft(part: BoardPart, by: By | null) {
  const author = by && nameOf(by)
  const { now } = part
  const units = new Map(part.units.map((unit) => [unit.userId, { ...unit }]))
  const calls = new Map(part.calls.map((call) => [call.callId, { ...call }]))
  const assignments = part.assignments.map((each) => ({ ...each }))
  const logs: LogLine[] = []
  const tones: Tone[] = []
  const deskEvents: DeskEvent[] = []

  const unit = (userId: number): PatrolUnit => {
    const found = units.get(userId)
    if (!found) throw new AppError('not_found', 'There is no such unit', 'userId')
    return found
  }
  const unitOnDuty = (userId: number): PatrolUnit => {
    const found = unit(userId)
    if (found.status === UNIT_STATUS.offDuty) throw new AppError('conflict', `${found.identifier} is off duty`)
    return found
  }
  const call = (callId: number): Call => {
    const found = calls.get(callId)
    if (!found) throw new AppError('not_found', 'There is no such call', 'callId')
    return found
  }
  const openCall = (callId: number): Call => {
    const found = call(callId)
    if (found.status === 'cleared') throw new AppError('conflict', `Call ${callId} was cleared by ${found.clearedBy?.name ?? 'the portal'}`)
    return found
  }
  const onCall = (callId: number) => assignments.filter((each) => each.callId === callId && each.clearedAt === null)
  const assignmentOf = (userId: number) => assignments.find((each) => each.userId === userId && each.clearedAt === null)
  const log = (callId: number, text: string, kind: LogLine['kind'] = 'change') => void logs.push({ callId, kind, text })

  const become = (target: PatrolUnit, status: UnitStatus) => {
    if (target.status === status) return
    Object.assign(target, { status, statusSince: now })
  }

  /** Active exactly while someone is on it; who came first leads. */
  const settle = (callId: number) => {
    const target = call(callId)
    const present = onCall(callId)
    const leader = present.find((each) => each.isPrimary) ?? present[0]
    if (leader) leader.isPrimary = true
    target.primaryUserId = leader?.userId ?? null
    if (target.status !== 'cleared') target.status = leader ? 'active' : 'pending'
  }

  const leaveCall = (target: PatrolUnit, text?: string) => {
    const left = assignmentOf(target.userId)
    if (!left) return
    left.clearedAt = now
    Object.assign(target, { callId: null, callSince: null })
    if (text) log(left.callId, text)
    settle(left.callId)
  }

  const release = (userId: number, text?: string) => {
    const target = unit(userId)
    leaveCall(target, text)
    if (FREED.includes(target.status)) become(target, UNIT_STATUS.inService)
  }

  const setStatus = (userId: number, status: UnitStatus) => {
    const target = unit(userId)
    if (target.status === status) return
    const words = `${target.identifier} ${UNIT_STATUS_WORDS[status]}`
    if (status === UNIT_STATUS.offDuty) {
      leaveCall(target, words)
      Object.assign(target, { onDutySince: null, channel: '' })
    } else target.onDutySince ??= now
    become(target, status)
    const assignment = assignmentOf(userId)
    if (!assignment) return
    if (status === UNIT_STATUS.enRoute) assignment.enRouteAt ??= now
    if (status === UNIT_STATUS.onScene) assignment.onSceneAt ??= now
    log(assignment.callId, words)
  }

  const assign = (userId: number, callId: number) => {
    const target = unitOnDuty(userId)
    const destination = openCall(callId)
    if (target.callId === callId) return
    if (target.serverId !== destination.serverId) throw new AppError('conflict', `Call ${callId} is on another server`)
    leaveCall(target, `${target.identifier} sent on to call ${callId}`)
    become(target, UNIT_STATUS.enRoute)
    Object.assign(target, { callId, callSince: now })
    const { identifier, unitClass } = target
    const times = { assignedAt: now, enRouteAt: now, onSceneAt: null, clearedAt: null }
    assignments.push({ callUnitId: null, callId, userId, identifier, unitClass, isPrimary: false, assignedBy: author, ...times })
    log(callId, `${identifier} ${UNIT_STATUS_WORDS[UNIT_STATUS.enRoute]}`)
    if (by?.dispatchesOn === destination.serverId) destination.handlerUserId ??= by.userId
    settle(callId)
  }

  /** Assigns, or with call 0 releases, a unit that is where the caller takes it to be: on the call `from`, or on none. */
  const send = (userId: number, callId: number, from: number | undefined) => {
    const target = unitOnDuty(userId)
    if (target.unitClass === UNIT_CLASS.Other) {
      throw new AppError('conflict', `${target.identifier} is a civilian, and can't be sent to a call`)
    }
    const current = assignmentOf(userId)
    const currentId = current?.callId ?? 0
    if (callId === 0) {
      if (from !== undefined && from !== currentId) throw elsewhere(target, current, now)
      return release(userId, `${target.identifier} released`)
    }
    openCall(callId)
    if (currentId !== callId && currentId !== (from ?? 0)) throw elsewhere(target, current, now)
    assign(userId, callId)
  }

  const lead = (userId: number, callId: number) => {
    openCall(callId)
    const next = onCall(callId).find((each) => each.userId === userId)
    if (!next) throw new AppError('conflict', `${units.get(userId)?.identifier ?? 'This unit'} is not on call ${callId}`)
    if (next.isPrimary) return
    for (const each of onCall(callId)) each.isPrimary = each === next
    log(callId, `${next.identifier} leads`)
    settle(callId)
  }

  const clear = (callId: number, disposition: string | undefined) => {
    const target = openCall(callId)
    for (const { userId } of onCall(callId)) release(userId)
    Object.assign(target, { status: 'cleared', clearedAt: now, clearedBy: author, disposition: disposition ?? target.disposition })
    log(callId, disposition ? `Call cleared: ${disposition}` : 'Call cleared')
  }

  const rename = (userId: number, identifier: string) => {
    const target = unit(userId)
    if (target.identifier === identifier) return
    const assignment = assignmentOf(userId)
    if (assignment) {
      log(assignment.callId, `${target.identifier} is now ${identifier}`)
      assignment.identifier = identifier
    }
    target.identifier = identifier
  }

  const put = (saved: PatrolUnit) => void units.set(saved.userId, saved)
  const addCall = (added: Call) => void calls.set(added.callId, added)
  const sound = (tone: Tone) => void tones.push(tone)
  const tellDesk = (event: DeskEvent) => void deskEvents.push(event)

  return {
    now,
    before: part,
    after: { units, calls, assignments, logs, tones, deskEvents },
    unit,
    unitOnDuty,
    call,
    openCall,
    assignmentOf,
    log,
    setStatus,
    send,
    lead,
    release,
    clear,
    rename,
    put,
    addCall,
    sound,
    tellDesk,
  }
}

function elsewhere({ identifier }: PatrolUnit, current: Assignment | undefined, now: string): AppError {
  if (!current) return new AppError('conflict', `${identifier} is on no call any more`)
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(current.assignedAt)) / 1000))
  const ago = seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`
  return new AppError('conflict', `${current.assignedBy?.name ?? 'The portal'} sent ${identifier} to call ${current.callId} ${ago}`)
}
