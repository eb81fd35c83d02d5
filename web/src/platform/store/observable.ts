import { useSyncExternalStore } from 'react'

export type Readable<T> = { readonly get: () => T; readonly subscribe: (listener: () => void) => () => void }
export type Observable<T> = Readable<T> & { readonly set: (next: T) => void }

/**
 * A value that notifies its listeners when it changes. `whileObserved` is called when the first listener subscribes, and the function it
 * returns when the last one unsubscribes.
 */
export function createObservable<T>(initial: T, whileObserved?: () => () => void): Observable<T> {
  const listeners = new Set<() => void>()
  let value = initial
  let stop: (() => void) | undefined
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) stop ??= whileObserved?.()
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

export const useObservable = <T>({ get, subscribe }: Readable<T>): T => useSyncExternalStore(subscribe, get)
