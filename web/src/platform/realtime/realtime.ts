import {
  REALTIME_PATH,
  type ClientToMap,
  type ClientToServer,
  type JoinReply,
  type MapToClient,
  type RoomName,
  type RoomParams,
  type ServerToClient,
} from '@tenfour/contract'
import { io, XHR, type Socket } from 'socket.io-client'
import { portalConfig } from '../config/config.ts'
import { log } from '../log/log.ts'
import { endSession, onSessionEnd } from '../session/session.ts'
import { getToken } from '../session/token.ts'
import { setConnectionState } from './connection.ts'
import { createRooms, type RoomHandlers } from './rooms.ts'
import { closeEarlySocket, PortalWebSocket } from './socket-transport.ts'

const JOIN_TIMEOUT_MS = 10_000
const RETRY_MS = 5000

let socket: Socket<ServerToClient, ClientToServer> | undefined

const rooms = createRooms({
  join: (request) => {
    if (!socket?.connected) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<JoinReply | undefined>()
    socket.timeout(JOIN_TIMEOUT_MS).emit('join', request, (error, reply) => resolve(error ? undefined : reply))
    return promise
  },
  leave: (key) => socket?.emit('leave', key),
  onSessionInvalid: () => endSession('expired'),
  onProblem: (message, detail) => log.error(message, detail),
})

/** Follows a room of the server: a snapshot first, then every change in order, for as long as the returned function is not called. */
export function subscribe<N extends RoomName>(name: N, params: RoomParams<N>, handlers: RoomHandlers<N>): () => void {
  const unsubscribe = rooms.subscribe(name, params, handlers)
  openOnce()
  return unsubscribe
}

function openOnce(): void {
  if (socket) return
  if (!getToken()) return shut()
  setConnectionState('connecting')
  const opened: Socket<ServerToClient, ClientToServer> = io({
    path: REALTIME_PATH,
    auth: (give) => give({ apiKey: portalConfig().apiKey, token: getToken() }),
    // One round trip instead of three; by polling where a proxy lets no WebSocket through.
    transports: [PortalWebSocket, XHR],
    tryAllTransports: true,
    reconnectionDelayMax: RETRY_MS,
  })
  socket = opened
  opened.on('connect', () => {
    setConnectionState('live')
    rooms.rejoinAll()
  })
  opened.on('disconnect', (reason) => {
    setConnectionState('lost')
    // The library does not come back by itself from a connection that the server has closed.
    if (reason === 'io server disconnect') retryLater(opened)
  })
  opened.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    setConnectionState('lost')
    if (error.data?.code === 'session_invalid') endSession('expired')
    else if (!opened.active) retryLater(opened)
  })
  opened.on('delta', rooms.delta)
  opened.on('heartbeat', rooms.heartbeat)
  opened.on('closed', rooms.closed)
  opened.on('ended', () => endSession('expired'))
  opened.on('map.frame', (...said) => mapListeners.forEach((each) => each['map.frame'](...said)))
  opened.on('map.roster', (...said) => mapListeners.forEach((each) => each['map.roster'](...said)))
  opened.on('map.closed', (...said) => mapListeners.forEach((each) => each['map.closed'](...said)))
  window.addEventListener('online', reconnectNow)
}

/** A browser that is back online need not wait for the next attempt, which may be seconds away. */
function reconnectNow(): void {
  if (socket && !socket.connected) socket.disconnect().connect()
}

function retryLater(opened: Socket<ServerToClient, ClientToServer>): void {
  setTimeout(() => opened === socket && opened.connect(), RETRY_MS)
}

function shut(): void {
  const closing = socket
  socket = undefined
  rooms.clear()
  closing?.disconnect()
  closeEarlySocket()
  setConnectionState('off')
}

onSessionEnd(shut)

const mapListeners = new Set<MapToClient>()
type MapQuestion = Exclude<keyof ClientToMap, 'map.leave'>
type MapAnswer<Q extends MapQuestion> = Parameters<Parameters<ClientToMap[Q]>[1]>[0]

/** Positions travel beside the rooms: last values, never kept for who was away. */
export const mapChannel = {
  listen: (listener: MapToClient): (() => void) => {
    mapListeners.add(listener)
    openOnce()
    return () => void mapListeners.delete(listener)
  },
  /** Undefined when there is no connection or no answer came in time. */
  ask: <Q extends MapQuestion>(question: Q, request: Parameters<ClientToMap[Q]>[0]): Promise<MapAnswer<Q> | undefined> => {
    // The library's own type does not follow a name that is only known when it is called.
    const asked: Socket | undefined = socket
    if (!asked?.connected) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<MapAnswer<Q> | undefined>()
    asked.timeout(JOIN_TIMEOUT_MS).emit(question, request, (error: unknown, reply: MapAnswer<Q>) => resolve(error ? undefined : reply))
    return promise
  },
  leave: (serverId: number) => socket?.emit('map.leave', { serverId }),
}
export type MapChannel = typeof mapChannel

/** Whether the portal answered in time. */
export function echo(timeoutMs: number): Promise<boolean> {
  if (!socket?.connected) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.timeout(timeoutMs).emit('echo', (error) => resolve(!error))
  return promise
}
