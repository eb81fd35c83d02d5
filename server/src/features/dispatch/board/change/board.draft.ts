import {
  isDispatcher,
  UNIT_CLASS,
  UNIT_STATUS,
  type AuditAction,
  type Call,
  type PatrolUnit,
  type TakeBackKind,
  type Tone,
  type UnitStatus,
} from '@tenfour/contract'
import type { AuditEntry } from '../../../../platform/audit/audit.ts'
import { AppError } from '../../../../platform/errors.ts'
import { nameOf, type Assignment, type AuditLine, type BoardSlice, type By, type DeskEvent, type LogLine } from './board.slice.ts'
import { callFields, unitFields, type TakeBack } from './board.take-back-record.ts'

export type Draft = ReturnType<typeof createDraft>

/** Statuses that end when the unit is freed; custody and out of service outlast the call. */
const ENDS_WITH_CALL: readonly UnitStatus[] = [UNIT_STATUS.busy, UNIT_STATUS.enRoute, UNIT_STATUS.onScene]

/** Applies one action to a slice of the board. Pure: nothing is written until it is complete. */
export function createDraft(slice: BoardSlice, by: By | null) {
  const author = by && nameOf(by)
  const { now } = slice
  const units = new Map(slice.units.map((unit) => [unit.userId, { ...unit }]))
  const calls = new Map(slice.calls.map((call) => [call.callId, { ...call }]))
  const assignments = slice.assignments.map((each) => ({ ...each }))
  const logs: LogLine[] = []
  const tones: Tone[] = []
  const deskEvents: DeskEvent[] = []
  const audits: AuditLine[] = []

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
  const log = (callId: number, text: string, kind: LogLine['kind'] = 'change', more: Partial<LogLine> = {}): LogLine => {
    const line = { callId, kind, text, author, isLate: false, takeBack: null, takesBackId: null, ...more }
    logs.push(line)
    return line
  }
  const audit = (action: AuditAction, entry: AuditEntry) => void audits.push({ action, ...entry })
  const auditUnit = (action: AuditAction, { userId, identifier }: PatrolUnit, before: object, after: object) =>
    audit(action, { subjectType: 'unit', subjectId: userId, before: { identifier, ...before }, after: { identifier, ...after } })
  const isBySelf = (userId: number) => by?.userId === userId

  /** Remembers these units and calls; the result says what has changed since. */
  const track = (userIds: readonly number[], callIds: readonly number[]) => {
    const unitNow = (userId: number) => unitFields(unit(userId), assignmentOf(userId))
    const unitsBefore = userIds.map(unitNow)
    const callsBefore = callIds.map((callId) => callFields(call(callId)))
    return (kind: TakeBackKind): TakeBack => ({
      kind,
      calls: callsBefore.map((was) => ({ was, is: callFields(call(was.callId)) })),
      units: unitsBefore.map((was) => ({ was, is: unitNow(was.userId) })),
    })
  }

  const labelOf = (statusId: number): string => slice.statuses.find((each) => each.statusId === statusId)?.name ?? ''
  const changeStatus = (target: PatrolUnit, status: UnitStatus, statusId: number | null = null) => {
    if (target.status === status && target.statusId === statusId) return
    Object.assign(target, { status, statusId, statusLabel: labelOf(statusId ?? status), statusSince: now })
  }

  /** A call is active exactly while a unit is on it; the first unit becomes primary. */
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

  const joinCall = (target: PatrolUnit, callId: number, times: Pick<Assignment, 'enRouteAt' | 'onSceneAt'>) => {
    const { userId, identifier, unitClass } = target
    Object.assign(target, { callId, callSince: now })
    const open = { callUnitId: null, isPrimary: false, assignedBy: author, assignedAt: now, clearedAt: null }
    assignments.push({ callId, userId, identifier, unitClass, ...open, ...times })
    settle(callId)
  }

  /** Moves a unit to another call about the same incident, keeping its progress. */
  const carryOver = (userId: number, callId: number) => {
    const target = unit(userId)
    const left = assignmentOf(userId)
    if (!left) return
    leaveCall(target)
    joinCall(target, callId, { enRouteAt: left.enRouteAt && now, onSceneAt: left.onSceneAt && now })
    log(callId, `${target.identifier} over from call ${left.callId}`)
  }

  const release = (userId: number, text?: string) => {
    const target = unit(userId)
    leaveCall(target, text)
    if (ENDS_WITH_CALL.includes(target.status)) changeStatus(target, UNIT_STATUS.inService)
  }

  /** A member who no longer dispatches gives up their calls. */
  const stepDown = (userId: number) => {
    for (const each of calls.values()) {
      if (each.handlerUserId !== userId || each.status === 'cleared') continue
      each.handlerUserId = null
      log(each.callId, `${unit(userId).name} no longer handles this call`)
    }
  }

  const takeStatus = (target: PatrolUnit, status: UnitStatus, words: string, statusId: number | null = null) => {
    const { userId } = target
    if (status === UNIT_STATUS.offDuty) {
      leaveCall(target, words)
      stepDown(userId)
      Object.assign(target, { onDutySince: null, channel: '' })
    } else target.onDutySince ??= now
    changeStatus(target, status, statusId)
    const assignment = assignmentOf(userId)
    if (!assignment) return
    if (status === UNIT_STATUS.enRoute) assignment.enRouteAt ??= now
    if (status === UNIT_STATUS.onScene) assignment.onSceneAt ??= now
    log(assignment.callId, words)
  }

  /** `statusId` is a status of the community's own that counts as this one. */
  const setStatus = (userId: number, status: UnitStatus, statusId: number | null = null) => {
    const target = unit(userId)
    if (target.status === status && target.statusId === statusId) return
    if (statusId !== null && slice.statuses.find((each) => each.statusId === statusId)?.countsAs !== status) {
      throw new AppError('invalid_input', 'No such status counts as this one', 'statusId')
    }
    const label = labelOf(statusId ?? status)
    if (!isBySelf(userId)) auditUnit('unit.status-set', target, { status: spoken(target.statusLabel) }, { status: spoken(label) })
    takeStatus(target, status, `${target.identifier} ${spoken(label)}`, statusId)
  }

  /** Puts a unit off duty after too long a silence. */
  const endSilent = (userId: number, minutes: number) => {
    const target = unit(userId)
    const { callId } = target
    auditUnit('unit.put-off-duty', target, { status: spoken(target.statusLabel), call: callId }, { reason: 'silence', minutes })
    takeStatus(target, UNIT_STATUS.offDuty, `${target.identifier} put off duty after ${minutes} minutes of silence`)
  }

  const assign = (userId: number, callId: number) => {
    const target = unitOnDuty(userId)
    const destination = openCall(callId)
    if (target.callId === callId) return
    if (target.serverId !== destination.serverId) throw new AppError('conflict', `Call ${callId} is on another server`)
    const changesBy = track([userId], target.callId === null ? [callId] : [callId, target.callId])
    leaveCall(target, `${target.identifier} sent on to call ${callId}`)
    changeStatus(target, UNIT_STATUS.enRoute)
    joinCall(target, callId, { enRouteAt: now, onSceneAt: null })
    log(callId, `${target.identifier} ${spoken(labelOf(UNIT_STATUS.enRoute))}`, 'change', { takeBack: changesBy('assign') })
    if (by?.dispatchesOn === destination.serverId) destination.handlerUserId ??= by.userId
  }

  /** Assigns a unit, or releases it if the call is 0. Refused unless it is where the caller believes: on the call `from`, or on none. */
  const send = (userId: number, callId: number, from: number | undefined) => {
    const target = unitOnDuty(userId)
    if (target.unitClass === UNIT_CLASS.Other) {
      throw new AppError('conflict', `${target.identifier} is a civilian, and can't be sent to a call`)
    }
    const current = assignmentOf(userId)
    const currentId = current?.callId ?? 0
    if (callId === 0) {
      if (from !== undefined && from !== currentId) throw assignedElsewhere(target, current, now)
      if (current && !isBySelf(userId)) auditUnit('unit.released', target, { call: currentId }, { call: null })
      return release(userId, `${target.identifier} released`)
    }
    openCall(callId)
    if (currentId !== callId && currentId !== (from ?? 0)) throw assignedElsewhere(target, current, now)
    if (currentId === callId) return
    assign(userId, callId)
    auditUnit('unit.assigned', target, { call: currentId || null }, { call: callId })
  }

  const lead = (userId: number, callId: number) => {
    openCall(callId)
    const next = onCall(callId).find((each) => each.userId === userId)
    if (!next) throw new AppError('conflict', `${units.get(userId)?.identifier ?? 'This unit'} is not on call ${callId}`)
    if (next.isPrimary) return
    const leader = onCall(callId).find((each) => each.isPrimary)
    audit('call.primary-changed', {
      subjectType: 'call',
      subjectId: callId,
      before: { primary: leader?.identifier ?? null },
      after: { primary: next.identifier },
    })
    for (const each of onCall(callId)) each.isPrimary = each === next
    log(callId, `${next.identifier} leads`)
    settle(callId)
  }

  const close = (callId: number, disposition: string | null) => {
    const target = openCall(callId)
    for (const { userId } of onCall(callId)) release(userId)
    Object.assign(target, { status: 'cleared', clearedAt: now, clearedBy: author, disposition })
  }

  const clear = (callId: number, disposition: string | undefined) => {
    const target = openCall(callId)
    const released = onCall(callId).map(({ identifier }) => identifier)
    const before = { status: target.status, units: released }
    const changesBy = track(
      onCall(callId).map(({ userId }) => userId),
      [callId],
    )
    close(callId, disposition ?? target.disposition)
    log(callId, disposition ? `Call cleared: ${disposition}` : 'Call cleared', 'change', { takeBack: changesBy('clear') })
    const after = { status: 'cleared', units: [], disposition: disposition ?? null }
    audit('call.cleared', { subjectType: 'call', subjectId: callId, before, after })
  }

  /** Makes a cleared call pending again. Its former dispatcher handles it again if they still dispatch. */
  const reopen = (callId: number, disposition: string | null) => {
    const target = call(callId)
    const { serverId, panicUserId } = target
    const isSamePanic = (each: Call) => each.panicUserId === panicUserId && each.serverId === serverId && each.status !== 'cleared'
    const panic = panicUserId === null ? undefined : [...calls.values()].find(isSamePanic)
    if (panic) throw new AppError('conflict', `The same unit has another panic call open: ${panic.callId}`)
    const handler = target.handlerUserId === null ? undefined : units.get(target.handlerUserId)
    const isHandled = handler?.serverId === serverId && handler.status !== UNIT_STATUS.offDuty && isDispatcher(handler)
    const handlerUserId = isHandled ? handler.userId : null
    Object.assign(target, { status: 'pending', clearedAt: null, clearedBy: null, disposition, mergedIntoId: null, handlerUserId })
  }

  /** Puts a unit back where an action took it from. */
  const putBack = ({ userId, callId, status, statusId = null, isPrimary, isEnRoute, isOnScene }: TakeBack['units'][number]['was']) => {
    const target = unitOnDuty(userId)
    leaveCall(target)
    if (callId !== null) {
      joinCall(target, callId, { enRouteAt: isEnRoute ? now : null, onSceneAt: isOnScene ? now : null })
      if (isPrimary) for (const each of onCall(callId)) each.isPrimary = each.userId === userId
      settle(callId)
    }
    // A status that was retired meanwhile is not given again: the one that it counts as is.
    changeStatus(target, status, slice.statuses.some((each) => each.statusId === statusId) ? statusId : null)
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
    labelOf,
    before: slice,
    after: { units, calls, assignments, logs, audits, tones, deskEvents },
    unit,
    unitOnDuty,
    call,
    openCall,
    onCall,
    assignmentOf,
    log,
    track,
    audit,
    setStatus,
    endSilent,
    stepDown,
    carryOver,
    close,
    send,
    lead,
    release,
    clear,
    reopen,
    putBack,
    rename,
    put,
    addCall,
    sound,
    tellDesk,
  }
}

/** The label of a status within a sentence: 'on scene' of 'On scene', but 'EMS staged' as it is. */
export const spoken = (label: string): string => (/^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

export function assignedElsewhere({ identifier }: PatrolUnit, current: Assignment | undefined, now: string): AppError {
  if (!current) return new AppError('conflict', `${identifier} is no longer on a call`)
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(current.assignedAt)) / 1000))
  const ago = seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`
  return new AppError('conflict', `${current.assignedBy?.name ?? 'The portal'} sent ${identifier} to call ${current.callId} ${ago}`)
}
