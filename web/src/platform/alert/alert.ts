import { useSyncExternalStore } from 'react'

type OpenAlert = { readonly message: string; readonly closed: Promise<void>; readonly close: () => void }

/** Messages that wait for the reader to say they have seen them, one after the other. */
export function createAlerts() {
  const listeners = new Set<() => void>()
  let queue: readonly OpenAlert[] = []
  const set = (next: readonly OpenAlert[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    current: (): OpenAlert | undefined => queue[0],
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Settles when the reader has closed it. What is already being said is not said twice. */
    show: (message: string): Promise<void> => {
      const same = queue.find((alert) => alert.message === message)
      if (same) return same.closed
      const { promise, resolve } = Promise.withResolvers<void>()
      const alert: OpenAlert = {
        message,
        closed: promise,
        close: () => {
          set(queue.filter((each) => each !== alert))
          resolve()
        },
      }
      set([...queue, alert])
      return promise
    },
  }
}

const alerts = createAlerts()
export const showAlert = alerts.show
export const useOpenAlert = (): OpenAlert | undefined => useSyncExternalStore(alerts.subscribe, alerts.current)
