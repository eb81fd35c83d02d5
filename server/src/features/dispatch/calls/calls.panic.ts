import type { Call, CallType, PanicInput, PatrolUnit } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { Draft } from '../board/board.port.ts'
import { editLines } from './calls.labels.ts'

/**
 * Creates a panic call for the unit. The unit is not assigned to it: without units the call is pending, which shows that help is needed.
 */
export function panicCall(draft: Draft, unit: PatrolUnit, callId: number, type: CallType, place: PanicInput): void {
  const { identifier, name, serverId, userId } = unit
  const current = unit.callId === null ? undefined : draft.call(unit.callId)
  const isPlaced = isGiven(place)
  const { location, postal, x, y } = isPlaced || !current ? place : current
  draft.addCall({
    callId,
    serverId,
    callTypeId: type.callTypeId,
    priority: 1,
    title: `Panic button, ${identifier}`,
    narrative: current ? `On call ${current.callId}: ${current.title}${current.location ? `, ${current.location}` : ''}` : '',
    location,
    postal,
    x,
    y,
    caller: name,
    channel: unit.channel,
    classes: type.classes,
    source: 'officer',
    number: null,
    status: 'pending',
    primaryUserId: null,
    handlerUserId: null,
    mergedIntoId: null,
    panicUserId: userId,
    panicAcknowledgedBy: [],
    disposition: null,
    createdBy: { userId, name },
    createdAt: draft.now,
    clearedBy: null,
    clearedAt: null,
    version: 1,
  })
  draft.log(callId, `${identifier} pressed the panic button`)
  if (current) draft.log(current.callId, `${identifier} pressed the panic button: call ${callId}`)
  draft.audit('unit.panic-raised', { subjectType: 'unit', subjectId: userId, after: { call: callId } })
}

/** Logs the repeated press on the open call and updates the officer's position. */
export function pressAgain(draft: Draft, { identifier }: PatrolUnit, call: Call, place: PanicInput): void {
  draft.log(call.callId, `${identifier} pressed the panic button again`)
  if (!isGiven(place)) return
  const before = { ...call }
  Object.assign(call, place)
  const lines = editLines(before, call, '')
  if (lines.length > 0) call.version += 1
  for (const line of lines) draft.log(call.callId, line)
}

/** The open panic call of a unit. */
export const panicOf = (draft: Draft, userId: number): Call | undefined =>
  [...draft.after.calls.values()].find((call) => call.panicUserId === userId && call.status !== 'cleared')

/** The alarm ends for everyone. The call stays, because only dispatch knows whether help is still needed. */
export function standDown(draft: Draft, { userId, identifier }: PatrolUnit): Call {
  const call = panicOf(draft, userId)
  if (!call) throw new AppError('conflict', 'You have no panic alarm to end')
  const { callId } = call
  call.panicUserId = null
  draft.log(callId, `Stood down by ${identifier}`)
  draft.audit('unit.panic-stood-down', { subjectType: 'unit', subjectId: userId, after: { call: callId } })
  return call
}

/** Each unit acknowledges an alarm once. */
export function acknowledge(draft: Draft, { userId, identifier, name }: PatrolUnit, call: Call): void {
  const { callId, panicUserId, panicAcknowledgedBy } = draft.openCall(call.callId)
  if (panicUserId === null) throw new AppError('conflict', 'This panic alarm has ended')
  if (panicUserId === userId) throw new AppError('forbidden', 'Another unit has to acknowledge your panic alarm')
  if (panicAcknowledgedBy.some((each) => each.userId === userId)) return
  call.panicAcknowledgedBy = [...panicAcknowledgedBy, { userId, identifier, name }]
  draft.log(callId, `Panic acknowledged by ${identifier} ${name}`)
}

const isGiven = ({ location, postal, x, y }: PanicInput) => location !== '' || postal !== '' || (x !== null && y !== null)
