import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { flightOf } from '../http/connections.ts'
import type { Place } from '../limits/lanes.ts'
import { POLLED_BYTES, UNKNOWN_MESSAGE_BYTES, UNKNOWN_SOCKET_BYTES, type SocketAllowance } from '../limits/limits.ts'

type Connection = Socket['conn']
type State = { allowance: SocketAllowance | undefined; place: Place | undefined; stopCounting: () => void }

type Options = { readonly enterUnknownSocket: (request: IncomingMessage, start: () => void) => Place | undefined }

/**
 * Limits what Socket.IO connections may send, in every namespace. Until it is authenticated, a connection may send one message, with its
 * key and token, and occupies one of the slots of its address. A connection that exceeds its limits is cut before anything is parsed.
 */
export function createSocketLimits({ enterUnknownSocket }: Options) {
  const states = new WeakMap<Connection, State>()
  const places = new WeakMap<IncomingMessage, Place>()

  const watch = (connection: Connection): void => {
    const place = places.get(connection.request)
    const flight = flightOf(connection.request)
    if (flight) flight.place = undefined
    else if (place) connection.request.socket.off('close', place.leave)
    const state: State = { allowance: undefined, place, stopCounting: () => undefined }
    states.set(connection, state)
    setMaxBody(connection, UNKNOWN_MESSAGE_BYTES)
    if (connection.transport.name === 'websocket') state.stopCounting = countBytes(connection)
    connection.once('close', () => state.place?.leave())
    let messages = 0
    const [areTooMany, areTooManyBytes] = [createRateCounter(), createRateCounter()]
    // Must run before Socket.IO's own listener, which decodes.
    const listeners = connection.listeners('data')
    connection.removeAllListeners('data')
    connection.on('data', (data: string | Buffer) => {
      messages += 1
      const { allowance } = state
      const isOver = allowance
        ? data.length > allowance.messageBytes ||
          areTooMany(allowance.messagesPerSecond) ||
          areTooManyBytes(allowance.bytesPerSecond, data.length)
        : messages > 1 || data.length > UNKNOWN_MESSAGE_BYTES
      if (isOver) return cut(connection)
      for (const listener of listeners) listener.call(connection, data)
    })
  }

  return {
    /** Decides about a handshake, now or once a slot is free. */
    enter: (request: IncomingMessage, decide: (isLetIn: boolean) => void): void => {
      const place = enterUnknownSocket(request, () => decide(true))
      if (!place) return decide(false)
      places.set(request, place)
      // The slot is released with the request until there is a connection, then with that. An upgrade is not tracked as a request.
      const flight = flightOf(request)
      if (flight) flight.place = place
      else request.socket.once('close', place.leave)
      if (!place.isWaiting()) return decide(true)
      // While an upgrade waits nothing else listens, and an unhandled error would end the process.
      request.socket.on('error', () => undefined)
    },
    /** Call after Socket.IO is attached. */
    guard: (io: Server): void => void io.engine.on('connection', watch),
    /** The connection was accepted into a namespace. */
    admit: ({ conn: connection }: { readonly conn: Connection }, allowance: SocketAllowance): void => {
      const state = states.get(connection)
      if (!state) return
      state.allowance = allowance
      state.place?.leave()
      state.stopCounting()
      setMaxBody(connection, Math.max(allowance.messageBytes, POLLED_BYTES))
    },
  }
}

/** Body limit for clients that use HTTP polling. */
function setMaxBody({ transport }: Connection, bytes: number): void {
  if ('maxHttpBufferSize' in transport) transport.maxHttpBufferSize = bytes
}

/** Also cuts the connection in the middle of a message. */
function countBytes(connection: Connection): () => void {
  const { socket } = connection.request
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > UNKNOWN_SOCKET_BYTES) cut(connection)
  }
  socket.on('data', count)
  return () => void socket.off('data', count)
}

/** Terminates at once: a graceful close would keep reading until the peer agrees. */
function cut(connection: Connection): void {
  connection.close(true)
  const { socket }: { socket?: unknown } = connection.transport as object
  if (isWebSocket(socket)) socket.terminate()
}
const isWebSocket = (socket: unknown): socket is { terminate: () => void } =>
  typeof socket === 'object' && socket !== null && 'terminate' in socket && typeof socket.terminate === 'function'

/** Returns a function that counts calls, or their weight, and returns whether the limit for this second is exceeded. */
export function createRateCounter(): (perSecond: number, weight?: number) => boolean {
  let second = 0
  let count = 0
  return (perSecond, weight = 1) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      count = 0
    }
    count += weight
    return count > perSecond
  }
}
