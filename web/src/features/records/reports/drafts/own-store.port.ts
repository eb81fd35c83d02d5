import { createObservable, useObservable, type Observable } from '../../../../platform/store/observable.ts'

type Handlers<State, Delta> = {
  /** `missed`: what was saved during a gap is heard as if it were saved now. */
  readonly onState: (state: State, missed: readonly Delta[]) => void
  readonly onDelta: (delta: Delta) => void
  readonly onClosed: () => void
}
type Listener<Delta> = (delta: Delta) => void
type Store<State, Delta> = { readonly state: Observable<State | undefined>; readonly listeners: Set<Listener<Delta>> }

/** A member's own documents, live, from a room of their own: one subscription however often they are shown. */
export function createOwnStore<State, Delta>(
  subscribe: (userId: number, handlers: Handlers<State, Delta>) => () => void,
  withDelta: (state: State, delta: Delta) => State,
) {
  const stores = new Map<number, Store<State, Delta>>()
  const storeOf = (userId: number): Store<State, Delta> => {
    const known = stores.get(userId)
    if (known) return known
    const listeners = new Set<Listener<Delta>>()
    const tell = (delta: Delta) => listeners.forEach((each) => each(delta))
    const state: Store<State, Delta>['state'] = createObservable<State | undefined>(undefined, () =>
      subscribe(userId, {
        onState: (next, missed) => {
          state.set(next)
          missed.forEach(tell)
        },
        onDelta: (delta) => {
          const before = state.get()
          if (before !== undefined) state.set(withDelta(before, delta))
          tell(delta)
        },
        onClosed: () => state.set(undefined),
      }),
    )
    const store = { state, listeners }
    stores.set(userId, store)
    return store
  }
  return {
    /** Undefined until loaded. */
    useOwn: (userId: number): State | undefined => useObservable(storeOf(userId).state),
    /** Hears every change until the returned function is called. */
    follow: (userId: number, listener: Listener<Delta>): (() => void) => {
      const { state, listeners } = storeOf(userId)
      const leave = state.subscribe(() => undefined)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        leave()
      }
    },
  }
}
