import { DISPLAY_NAMESPACE, REALTIME_PATH, type DisplayToPortal, type PortalToDisplay } from '@tenfour/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { log } from '../../platform/log/log.ts'
import type { DisplayAddress } from './display-address.ts'
import { createDisplayStore, type DisplayStore, type DisplayView } from './display-store.ts'

const SLOWEST_RETRY_MS = 15_000

/** Connects with the key alone: no session is read, and the key is told nobody but the portal's own namespace. */
async function open({ key, serverId, screen }: DisplayAddress, store: DisplayStore, isWanted: () => boolean) {
  const { io } = await import('socket.io-client')
  if (!isWanted()) return undefined
  const socket: Socket<PortalToDisplay, DisplayToPortal> = io(DISPLAY_NAMESPACE, {
    path: REALTIME_PATH,
    auth: { apiKey: key, serverId, screen },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: SLOWEST_RETRY_MS,
  })
  store.follow(socket)
  return socket
}

export function useDisplay(address: DisplayAddress | undefined): DisplayView {
  const [store] = useState(() => createDisplayStore())
  useEffect(() => {
    if (!address) return
    let isWanted = true
    let socket: Socket | undefined
    open(address, store, () => isWanted)
      .then((opened) => (socket = opened))
      .catch((error: unknown) => log.error('The display could not connect', error))
    return () => {
      isWanted = false
      socket?.disconnect()
    }
  }, [address, store])
  return useSyncExternalStore(store.subscribe, store.get)
}
