import { DISPLAY_NAMESPACE, REALTIME_PATH, type DisplayToPortal, type PortalToDisplay } from '@tenfour/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import type { DisplayAddress } from './display-address.ts'
import { createDisplayStore, type DisplayView } from './display-store.ts'
import { isOutdated, renew } from './renew.ts'

const SLOWEST_RETRY_MS = 15_000

/** Failures are ignored: the check runs again after the next reconnect. */
const renewIfOutdated = (): void => void isOutdated().then((outdated) => outdated && renew(), Boolean)

/** Connects with the display key alone: no session is read, and the key is sent only to the portal. */
export function useDisplay(address: DisplayAddress | undefined): DisplayView {
  const [store] = useState(() => createDisplayStore({ onStrange: renew, onReconnect: renewIfOutdated }))
  useEffect(() => {
    if (!address) return
    const { key, serverId, screen } = address
    const socket: Socket<PortalToDisplay, DisplayToPortal> = io(DISPLAY_NAMESPACE, {
      path: REALTIME_PATH,
      auth: { apiKey: key, serverId, screen },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelayMax: SLOWEST_RETRY_MS,
    })
    store.follow(socket)
    return () => void socket.disconnect()
  }, [address, store])
  return useSyncExternalStore(store.subscribe, store.get)
}
