import { createObservable, useObservable, type Observable } from '../store/observable.ts'
import type { RoomDelta, RoomHandlers } from './rooms.ts'
import type { RoomName, RoomSnapshot } from '@tenfour/contract'

/** A hook for a member's own room: joined once, however many parts of the page show it, and left with the last. Undefined until loaded. */
export function createOwnRoom<N extends RoomName>(
  join: (userId: number, handlers: RoomHandlers<N>) => () => void,
  withDelta: (state: RoomSnapshot<N>, delta: RoomDelta<N>) => RoomSnapshot<N>,
): (userId: number) => RoomSnapshot<N> | undefined {
  const states = new Map<number, Observable<RoomSnapshot<N> | undefined>>()
  const stateOf = (userId: number) => {
    const known = states.get(userId)
    if (known) return known
    const state: Observable<RoomSnapshot<N> | undefined> = createObservable<RoomSnapshot<N> | undefined>(undefined, () =>
      join(userId, {
        onSnapshot: state.set,
        onDelta: (delta) => {
          const before = state.get()
          if (before !== undefined) state.set(withDelta(before, delta))
        },
      }),
    )
    states.set(userId, state)
    return state
  }
  return (userId) => useObservable(stateOf(userId))
}
