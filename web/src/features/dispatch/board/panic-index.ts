import type { BoardState } from './board-state.ts'

const indexes = new WeakMap<BoardState['calls'], ReadonlyMap<number, number>>()

/** The open panic calls by the user who pressed the button. Every row of the unit board looks this up, so it is computed once per calls map. */
function indexOf(calls: BoardState['calls']): ReadonlyMap<number, number> {
  const known = indexes.get(calls)
  if (known) return known
  const index = new Map(
    [...calls.values()].flatMap(({ panicUserId, callId }) => (panicUserId === null ? [] : [[panicUserId, callId] as const])),
  )
  indexes.set(calls, index)
  return index
}

/** The open panic call of a unit, if there is one. */
export const panicCallOf = ({ calls }: Pick<BoardState, 'calls'>, userId: number): number | undefined => indexOf(calls).get(userId)

/** Everyone with an open panic call. */
export const panicUserIds = ({ calls }: Pick<BoardState, 'calls'>): readonly number[] => [...indexOf(calls).keys()]
