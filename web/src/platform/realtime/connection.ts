import { useSyncExternalStore } from 'react'

export type ConnectionState = 'off' | 'connecting' | 'live' | 'lost'

let state: ConnectionState = 'off'
const listeners = new Set<() => void>()

export function setConnectionState(next: ConnectionState): void {
  state = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The realtime connection, for code outside of rendering. */
export const connection = { get: (): ConnectionState => state, subscribe: listen }
export const useConnectionState = (): ConnectionState => useSyncExternalStore(listen, connection.get)
/** True while the connection is lost and being re-established. */
export const useIsPortalAway = (): boolean => useConnectionState() === 'lost'

/** Resolves the next time the connection comes up, or when aborted. */
export function untilLive(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = listen(() => state === 'live' && resolve())
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(stop)
}
