import {
  DISPLAY_NAMESPACE,
  DisplayChange,
  DisplayMap,
  DisplayState,
  REALTIME_PATH,
  type DisplayScreen,
  type DisplayToPortal,
  type PortalToDisplay,
} from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'
import type { TestPortal } from './test-portal.ts'

export type TestDisplay = { readonly key: string; readonly serverId?: number; readonly screen?: DisplayScreen }
type DisplaySocket = Socket<PortalToDisplay, DisplayToPortal>

const open: DisplaySocket[] = []
export const closeDisplays = (): void => {
  for (const socket of open.splice(0)) socket.disconnect()
}

/** A display that has received its state and collects later messages. Rejects with the refusal. */
export async function connectDisplay(t: Pick<TestPortal, 'url'>, { key, serverId = 1, screen = 'board' }: TestDisplay) {
  const socket: DisplaySocket = io(`${t.url}${DISPLAY_NAMESPACE}`, {
    path: REALTIME_PATH,
    auth: { apiKey: key, serverId, screen },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  open.push(socket)
  const told = {
    states: [] as unknown[],
    changes: [] as DisplayChange[],
    places: [] as unknown[],
    maps: [] as DisplayMap[],
    isEnded: false,
    isGone: false,
  }
  socket.on('change', (change) => void told.changes.push(DisplayChange.strict().parse(change)))
  socket.on('places', (places) => void told.places.push(places))
  socket.on('map', (map) => void told.maps.push(DisplayMap.strict().parse(map)))
  socket.on('ended', () => void (told.isEnded = true))
  socket.on('disconnect', () => void (told.isGone = true))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.on('state', (state) => {
      told.states.push(state)
      resolve()
    })
  })
  return { socket, told, state: DisplayState.parse(told.states[0]) }
}
