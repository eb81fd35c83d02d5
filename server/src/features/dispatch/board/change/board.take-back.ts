import { TAKE_BACK_SECONDS, UNIT_STATUS } from '@tenfour/contract'
import { AppError } from '../../../../platform/errors.ts'
import { assignedElsewhere, spoken, type Draft } from './board.draft.ts'
import type { Wanted } from './board.slice.ts'
import { takeBackLabel, type CallChange, type TakeBack, type UnitChange } from './board.take-back-record.ts'

/** Everything that has to be read to take an action back, including dispatchers who may handle a call again. */
export const takeBackWanted = ({ units, calls }: TakeBack): Wanted => ({
  userIds: [
    ...units.map(({ is }) => is.userId),
    ...calls.flatMap(({ is }) => [is.handlerUserId, is.panicUserId].filter((userId) => userId !== null)),
  ],
  callIds: calls.map(({ is }) => is.callId),
})

type Entry = { readonly callLogId: number; readonly callId: number; readonly at: string; readonly record: TakeBack }

/** Restores the state before an action, as a new action. Refused if any part of that has changed since. */
export function takeBackAction(draft: Draft, { callLogId, callId, at, record }: Entry): void {
  if (Date.parse(draft.now) - Date.parse(at) > TAKE_BACK_SECONDS * 1000) {
    throw new AppError('conflict', `Actions can be undone for ${TAKE_BACK_SECONDS} seconds only`)
  }
  const { kind, units } = record
  const [first, second] = record.calls
  if (!first) throw new Error(`log entry ${callLogId} has no call to restore`)
  const { serverId } = draft.call(callId)
  for (const { is } of units) assertUnitUnchanged(draft, serverId, is)
  const back = units.map(({ is }) => is.identifier).join(', ')
  const log = (to: number, text: string) => draft.log(to, text, 'change', { takesBackId: to === callId ? callLogId : null })
  switch (kind) {
    case 'clear':
      assertStillCleared(draft, first.is)
      draft.reopen(first.is.callId, first.was.disposition)
      log(first.is.callId, back ? `Clear undone, ${back} back on this call` : 'Clear undone')
      break
    case 'assign':
      if (second)
        assertOpenWithLead(
          draft,
          second.is,
          units.some(({ was }) => was.isPrimary),
        )
      log(first.is.callId, `${back}’s dispatch undone`)
      if (second) log(second.is.callId, `${back} back from call ${first.is.callId}`)
      break
    case 'merge':
      if (!second) throw new Error(`log entry ${callLogId} is about one call only`)
      assertStillCleared(draft, first.is)
      assertUnedited(draft, second)
      draft.reopen(first.is.callId, first.was.disposition)
      restoreCall(draft, second)
      log(first.is.callId, `Merge into call ${second.is.callId} undone${back ? `, ${back} back on this call` : ''}`)
      log(second.is.callId, `Merge of call ${first.is.callId} undone${back ? `, ${back} back on it` : ''}`)
  }
  // The primary unit first, so that it is primary again.
  for (const { was } of units.toSorted((a, b) => Number(b.was.isPrimary) - Number(a.was.isPrimary))) draft.putBack(was)
  draft.audit('call.action-taken-back', {
    subjectType: 'call',
    subjectId: first.is.callId,
    after: { takenBack: takeBackLabel([record]) },
  })
}

const changed = (text: string) => new AppError('conflict', text)

function assertUnitUnchanged(draft: Draft, serverId: number, is: UnitChange['is']): void {
  const unit = draft.after.units.get(is.userId)
  if (!unit || unit.status === UNIT_STATUS.offDuty) throw changed(`${unit?.identifier ?? is.identifier} is off duty`)
  const { identifier } = unit
  // Units of other boards may change at any time.
  if (unit.serverId !== serverId) throw changed(`${identifier} is on another server`)
  if (unit.callId !== is.callId || unit.callSince !== is.callSince) throw assignedElsewhere(unit, draft.assignmentOf(is.userId), draft.now)
  if (unit.status !== is.status || unit.statusSince !== is.statusSince) throw changed(`${identifier} is ${spoken(unit.statusLabel)} now`)
}

function assertStillCleared(draft: Draft, is: CallChange['is']): void {
  const { callId, status, clearedAt, clearedBy } = draft.call(is.callId)
  if (status !== 'cleared') throw changed(`Call ${callId} was reopened`)
  if (clearedAt !== is.clearedAt) throw changed(`Call ${callId} was cleared again by ${clearedBy?.name ?? 'the portal'}`)
}

/** The call the unit came from must be open; if the unit led it, nobody else may have been chosen to lead since. */
function assertOpenWithLead(draft: Draft, is: CallChange['is'], wasLead: boolean): void {
  const { callId, primaryUserId } = draft.openCall(is.callId)
  if (!wasLead || primaryUserId === is.primaryUserId) return
  const lead = primaryUserId === null ? undefined : draft.after.units.get(primaryUserId)
  throw changed(lead ? `${lead.identifier} leads call ${callId} now` : `No unit is on call ${callId} any more`)
}

/** Fields the merge left alone may have changed meanwhile, but what the call says may not. */
function assertUnedited(draft: Draft, { was, is }: CallChange): void {
  const { callId, version, handlerUserId, classes } = draft.openCall(is.callId)
  if (version !== is.version) throw changed(`Call ${callId} was edited`)
  if (was.handlerUserId !== is.handlerUserId && handlerUserId !== is.handlerUserId)
    throw changed(`Call ${callId} has another dispatcher now`)
  if (was.classes.join() !== is.classes.join() && classes.join() !== is.classes.join()) throw changed(`Call ${callId} was transferred`)
}

function restoreCall(draft: Draft, { was, is }: CallChange): void {
  const call = draft.call(is.callId)
  if (was.priority !== is.priority) {
    draft.log(is.callId, `Priority ${is.priority} to ${was.priority}`)
    Object.assign(call, { priority: was.priority, version: call.version + 1 })
  }
  if (was.classes.join() !== is.classes.join()) call.classes = was.classes
  if (was.handlerUserId !== is.handlerUserId) call.handlerUserId = was.handlerUserId
}
