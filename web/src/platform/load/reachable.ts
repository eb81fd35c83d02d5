import { useSyncExternalStore } from 'react'
import { connection } from '../realtime/connection.ts'

/** False while the connection is known to be lost. Before sign-in there is none, and only the browser's online state is known. */
export const isPortalReachable = (): boolean => connection.get() !== 'lost' && navigator.onLine

const subscribe = (listener: () => void) => {
  const stop = connection.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
export const useIsPortalReachable = (): boolean => useSyncExternalStore(subscribe, isPortalReachable)
