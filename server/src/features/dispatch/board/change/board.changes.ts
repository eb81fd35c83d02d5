import type { Call, PatrolUnit, RoomEvents, Tone } from '@tenfour/contract'
import { isOnDuty, patrolChange } from '../../../patrols/patrols/patrols.port.ts'
import type { Draft } from './board.draft.ts'
import type { Assignment } from './board.slice.ts'

type EventOf<N extends 'board' | 'call'> = {
  [E in keyof RoomEvents<N>]: { readonly event: E; readonly payload: RoomEvents<N>[E] }
}[keyof RoomEvents<N>]
export type BoardEvent = EventOf<'board'> & { readonly serverId: number }
export type Changes = ReturnType<typeof changesOf>

/** The result of an action: rows to write and events to publish. */
export function changesOf({ before, after }: Draft) {
  const units = differing(before.units, [...after.units.values()], ({ userId }) => userId)
  const calls = differing(before.calls, [...after.calls.values()], ({ callId }) => callId)
  return {
    units,
    calls,
    assignments: after.assignments.filter((each) => each.callUnitId === null || isChanged(before.assignments, each)),
    logs: after.logs,
    audits: after.audits,
    patrols: units.map(patrolChange),
    boardEvents: [...units.flatMap(unitEvents), ...calls.flatMap(callEvents), ...after.tones.map(toneEvent)],
    deskEvents: after.deskEvents,
  }
}

type Change<T> = { readonly was: T | undefined; readonly is: T }

function differing<T extends object>(before: readonly T[], after: readonly T[], idOf: (each: T) => number): Change<T>[] {
  const known = new Map(before.map((each) => [idOf(each), each]))
  return after
    .map((is) => ({ was: known.get(idOf(is)), is }))
    .filter(({ was, is }) => !was || Object.keys(changedFields(was, is)).length > 0)
}

const isChanged = (before: readonly Assignment[], is: Assignment) => {
  const was = before.find(({ callUnitId }) => callUnitId === is.callUnitId)
  return !was || Object.keys(changedFields(was, is)).length > 0
}

export function changedFields<T extends object>(was: T, is: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const field of Object.keys(is) as (keyof T)[]) if (!isSame(was[field], is[field])) changed[field] = is[field]
  return changed
}
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

function unitEvents({ was, is }: Change<PatrolUnit>): BoardEvent[] {
  const { userId, serverId } = is
  const stays = isOnDuty(was) && isOnDuty(is) && was.serverId === serverId
  if (stays) return [{ serverId, event: 'unit.changed', payload: { ...changedFields(was, is), userId } }]
  return [
    ...(isOnDuty(was) ? [{ serverId: was.serverId, event: 'unit.left' as const, payload: { userId } }] : []),
    ...(isOnDuty(is) ? [{ serverId, event: 'unit.saved' as const, payload: is }] : []),
  ]
}

function callEvents({ was, is }: Change<Call>): BoardEvent[] {
  const { callId, serverId } = is
  const isReopened = was?.status === 'cleared' && is.status !== 'cleared'
  if (!was || isReopened) return [{ serverId, event: 'call.saved', payload: is }]
  if (is.status === 'cleared') return was.status === 'cleared' ? [] : [{ serverId, event: 'call.cleared', payload: { callId } }]
  return [{ serverId, event: 'call.changed', payload: { ...changedFields(was, is), callId } }]
}

const toneEvent = (tone: Tone): BoardEvent => ({ serverId: tone.serverId, event: 'tone.sounded', payload: tone })
