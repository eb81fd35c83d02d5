import {
  REALTIME_PATH,
  type ClientToMap,
  type ClientToServer,
  type ErrorCode,
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
const REFUSED: ErrorCode = 'session_invalid'

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

/** Follows a room of the server: a snapshot, then every change in order, until the returned function is called. */
export function subscribe<N extends RoomName>(name: N, params: RoomParams<N>, handlers: RoomHandlers<N>): () => void {
  const unsubscribe = rooms.subscribe(name, params, handlers)
  openConnection()
  return unsubscribe
}

function openConnection(): void {
  if (socket) return
  if (!getToken()) return closeConnection()
  setConnectionState('connecting')
  let sent: string | null = null
  const opened: Socket<ServerToClient, ClientToServer> = io({
    path: REALTIME_PATH,
    auth: (give) => {
      sent = getToken()
      give({ apiKey: portalConfig().apiKey, token: sent })
    },
    // One round trip instead of three; falls back to polling where a proxy blocks WebSockets.
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
    // Socket.IO does not reconnect by itself after the server has closed the connection.
    if (reason === 'io server disconnect') retryLater(opened)
  })
  opened.on('connect_error', ({ message }) => {
    setConnectionState('lost')
    // The portal refuses with a code. A token that another tab has replaced since says nothing about the session there is now.
    if (message === REFUSED && sent === getToken()) endSession('expired')
    else if (!opened.active) retryLater(opened)
  })
  opened.on('delta', rooms.delta)
  opened.on('heartbeat', rooms.heartbeat)
  opened.on('closed', rooms.closed)
  opened.on('ended', () => endSession('expired'))
  opened.on('map.frame', (...args) => mapListeners.forEach((each) => each['map.frame'](...args)))
  opened.on('map.roster', (...args) => mapListeners.forEach((each) => each['map.roster'](...args)))
  opened.on('map.closed', (...args) => mapListeners.forEach((each) => each['map.closed'](...args)))
  window.addEventListener('online', reconnectNow)
}

/** When the browser comes back online, reconnect without waiting for the next attempt, which may be seconds away. */
function reconnectNow(): void {
  if (socket && !socket.connected) socket.disconnect().connect()
}

function retryLater(opened: Socket<ServerToClient, ClientToServer>): void {
  setTimeout(() => opened === socket && opened.connect(), RETRY_MS)
}

function closeConnection(): void {
  const closing = socket
  socket = undefined
  rooms.clear()
  closing?.disconnect()
  closeEarlySocket()
  setConnectionState('off')
}

onSessionEnd(closeConnection)

const mapListeners = new Set<MapToClient>()
type MapQuestion = Exclude<keyof ClientToMap, 'map.leave'>
type MapAnswer<Q extends MapQuestion> = Parameters<Parameters<ClientToMap[Q]>[1]>[0]

/** Positions are sent outside the rooms: latest values only, with no replay after a disconnect. */
export const mapChannel = {
  listen: (listener: MapToClient): (() => void) => {
    mapListeners.add(listener)
    openConnection()
    return () => void mapListeners.delete(listener)
  },
  /** Undefined without a connection or without a response in time. */
  ask: <Q extends MapQuestion>(question: Q, request: Parameters<ClientToMap[Q]>[0]): Promise<MapAnswer<Q> | undefined> => {
    // The library's type cannot infer the event from a generic name.
    const current: Socket | undefined = socket
    if (!current?.connected) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<MapAnswer<Q> | undefined>()
    current.timeout(JOIN_TIMEOUT_MS).emit(question, request, (error: unknown, reply: MapAnswer<Q>) => resolve(error ? undefined : reply))
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
