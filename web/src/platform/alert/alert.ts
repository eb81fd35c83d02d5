import { useSyncExternalStore } from 'react'
import { createObservable } from '../store/observable.ts'

type OpenAlert = { readonly message: string; readonly closed: Promise<void>; readonly close: () => void }

/** Messages the reader has to acknowledge, shown one after the other. */
export function createAlerts() {
  const queue = createObservable<readonly OpenAlert[]>([])
  return {
    current: (): OpenAlert | undefined => queue.get()[0],
    subscribe: queue.subscribe,
    /** Resolves when the reader has closed it. A message that is already showing or queued is not added twice. */
    show: (message: string): Promise<void> => {
      const same = queue.get().find((alert) => alert.message === message)
      if (same) return same.closed
      const { promise, resolve } = Promise.withResolvers<void>()
      const alert: OpenAlert = {
        message,
        closed: promise,
        close: () => {
          queue.set(queue.get().filter((each) => each !== alert))
          resolve()
        },
      }
      queue.set([...queue.get(), alert])
      return promise
    },
  }
}

const alerts = createAlerts()
export const showAlert = alerts.show
export const useOpenAlert = (): OpenAlert | undefined => useSyncExternalStore(alerts.subscribe, alerts.current)
