import type { CallLogEntry, CallUnit } from '@tenfour/contract'
import { runAfterCommit, type Publish } from '../../../../platform/database/transaction.ts'
import type { Decision } from './board.action.ts'
import { changedFields } from './board.changes.ts'
import type { DeskEvent } from './board.slice.ts'
import { countsOf, countUp, type Written } from './board.write.ts'

/** Publishes the decisions of one statement, and returns the log entries each added to calls. */
export function publishDecisions(publish: Publish, decisions: readonly Decision[], written: Written): CallLogEntry[][] {
  const events: (() => void)[] = []
  const send: Publish = (...event) => void events.push(() => publish(...event))
  sendDeskEvents(send, decisions, written)
  const logs = sendBoardEvents(send, decisions, written)
  runAfterCommit(events)
  return logs
}

/** Numbers events in order, ending at the sequence numbers that were written. */
function sendBoardEvents(send: Publish, decisions: readonly Decision[], written: Written): CallLogEntry[][] {
  const counts = countsOf(decisions)
  const boardSeq = numbersUpTo(written.boards, 'board:', counts.boards)
  const callSeq = numbersUpTo(written.calls, '', counts.calls)
  const newUnitIds = written.assignmentIds.values()
  const newLogIds = written.logIds.values()
  return decisions.map(({ draft, changes }) => {
    const room = (callId: number) => ({ serverId: draft.call(callId).serverId, callId })
    for (const { serverId, event, payload } of changes.boardEvents) send('board', { serverId }, boardSeq(serverId), event, payload)
    for (const { was, is } of changes.calls) {
      if (was) send('call', room(is.callId), callSeq(is.callId), 'call.changed', { ...changedFields(was, is), callId: is.callId })
    }
    for (const { callId, assignedBy: _by, ...each } of changes.assignments) {
      const unit: CallUnit = { ...each, callUnitId: each.callUnitId ?? newUnitIds.next().value ?? 0 }
      send('call', room(callId), callSeq(callId), 'call.unit', unit)
    }
    return changes.logs.map(({ callId, takeBack, ...line }) => {
      const entry = { callLogId: newLogIds.next().value ?? 0, at: draft.now, ...line, takeBack: takeBack?.kind ?? null }
      send('call', room(callId), callSeq(callId), 'call.logged', entry)
      return entry
    })
  })
}

function sendDeskEvents(send: Publish, decisions: readonly Decision[], { desks, settled, ownCalls }: Written): void {
  const events: DeskEvent[] = [
    ...settled.map((payload) => ({ userId: payload.by.userId, event: 'ping.answered' as const, payload })),
    ...ownCalls.map(({ userId, call }) => ({ userId, event: 'own-call.saved' as const, payload: call })),
    ...decisions.flatMap(({ changes }) => changes.deskEvents),
  ]
  const deskSeq = numbersUpTo(desks, 'desk:', countUp(events.map(({ userId }) => userId)))
  for (const { userId, event, payload } of events) send('desk', { userId }, deskSeq(userId), event, payload)
}

/** Hands out one sequence number per event and room; the last equals the one written. */
function numbersUpTo(reached: Readonly<Record<string, number>>, prefix: string, counts: ReadonlyMap<number, number>) {
  const last = new Map([...counts].map(([id, count]) => [id, (reached[`${prefix}${id}`] ?? 0) - count]))
  return (id: number): number => {
    const seq = (last.get(id) ?? 0) + 1
    last.set(id, seq)
    return seq
  }
}
