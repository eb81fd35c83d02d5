import type { PatrolUnit } from '@tenfour/contract'
import type { BoardState } from './board-store.ts'

const NOBODY: readonly PatrolUnit[] = []
const unitIndexes = new WeakMap<BoardState['units'], ReadonlyMap<number, readonly PatrolUnit[]>>()

/** The units on a call: the primary unit first, then in the order they were assigned. */
export function unitsOnCall({ units, calls }: Pick<BoardState, 'units' | 'calls'>, callId: number): readonly PatrolUnit[] {
  const there = sentUnitsOf(units).get(callId) ?? NOBODY
  const leader = calls.get(callId)?.primaryUserId
  const leading = there.find(({ userId }) => userId === leader)
  return leading && there[0] !== leading ? [leading, ...there.filter((each) => each !== leading)] : there
}

/** Every row of the call board looks this up on every event, so it is computed once per units map. */
function sentUnitsOf(units: BoardState['units']): ReadonlyMap<number, readonly PatrolUnit[]> {
  const known = unitIndexes.get(units)
  if (known) return known
  const index = Map.groupBy(
    [...units.values()].filter(({ callId }) => callId !== null),
    ({ callId }) => callId ?? 0,
  )
  for (const there of index.values()) there.sort(bySending)
  unitIndexes.set(units, index)
  return index
}

const bySending = (left: PatrolUnit, right: PatrolUnit): number =>
  (left.callSince ?? '').localeCompare(right.callSince ?? '') || left.identifier.localeCompare(right.identifier)

const panicIndexes = new WeakMap<BoardState['calls'], ReadonlyMap<number, number>>()

/** The open panic calls by the user who pressed the button. Every row of the unit board looks this up, so it is computed once per calls map. */
function panicsOf(calls: BoardState['calls']): ReadonlyMap<number, number> {
  const known = panicIndexes.get(calls)
  if (known) return known
  const index = new Map(
    [...calls.values()].flatMap(({ panicUserId, callId }) => (panicUserId === null ? [] : [[panicUserId, callId] as const])),
  )
  panicIndexes.set(calls, index)
  return index
}

/** The open panic call of a unit, if there is one. */
export const panicCallOf = ({ calls }: Pick<BoardState, 'calls'>, userId: number): number | undefined => panicsOf(calls).get(userId)

/** Everyone with an open panic call. */
export const panicUserIds = ({ calls }: Pick<BoardState, 'calls'>): readonly number[] => [...panicsOf(calls).keys()]
