import type { PatrolUnit } from '@tenfour/contract'
import type { BoardState } from './board-state.ts'

const NOBODY: readonly PatrolUnit[] = []
const indexes = new WeakMap<BoardState['units'], ReadonlyMap<number, readonly PatrolUnit[]>>()

/** The units on a call: the primary unit first, then in the order they were assigned. */
export function unitsOnCall({ units, calls }: Pick<BoardState, 'units' | 'calls'>, callId: number): readonly PatrolUnit[] {
  const there = indexOf(units).get(callId) ?? NOBODY
  const leader = calls.get(callId)?.primaryUserId
  const leading = there.find(({ userId }) => userId === leader)
  return leading && there[0] !== leading ? [leading, ...there.filter((each) => each !== leading)] : there
}

/** Every row of the call board looks this up on every event, so it is computed once per units map. */
function indexOf(units: BoardState['units']): ReadonlyMap<number, readonly PatrolUnit[]> {
  const known = indexes.get(units)
  if (known) return known
  const index = Map.groupBy(
    [...units.values()].filter(({ callId }) => callId !== null),
    ({ callId }) => callId ?? 0,
  )
  for (const there of index.values()) there.sort(bySending)
  indexes.set(units, index)
  return index
}

const bySending = (left: PatrolUnit, right: PatrolUnit): number =>
  (left.callSince ?? '').localeCompare(right.callSince ?? '') || left.identifier.localeCompare(right.identifier)
