import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { KnownCaller } from '../auth/actor.ts'
import type { Place } from '../limits/lanes.ts'
import { MAX_PIPELINED, PARSER_PART_BYTES } from '../limits/limits.ts'

/** A request from its arrival until the response is sent and the work on it has ended, and the caller it counts against. */
export type Flight = {
  place: Place | undefined
  caller: KnownCaller | undefined
  /** The memory its body takes. */
  body: { readonly leave: () => void } | undefined
  /** A handler is running; it continues even if the connection closes. */
  isAtWork: boolean
  isOver: boolean
}

const flights = new WeakMap<IncomingMessage, Flight>()
const connections = new WeakMap<Socket, Set<Flight>>()

/** Undefined for requests injected by tests, which have no connection. */
export const flightOf = (request: IncomingMessage): Flight | undefined => flights.get(request)

/** Closes connections that pipeline too many requests. Call after all other request listeners are attached, because it wraps them. */
export function guardConnections(server: Server): void {
  server.on('connection', parseInParts)
  server.prependListener('upgrade', (_request, socket) => stopParsing.get(socket)?.())
  const requestListeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!begin(request, response)) return
    for (const answer of requestListeners) answer.call(server, request, response)
  })
  // The body is requested only after the caller is identified.
  server.on('checkContinue', (request, response) => void server.emit('request', request, response))
}

function begin(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  if (socket.destroyed) return false
  const open = connections.get(socket) ?? trackConnection(socket)
  if (open.size >= MAX_PIPELINED) {
    socket.destroy()
    return false
  }
  const flight: Flight = { place: undefined, caller: undefined, body: undefined, isAtWork: false, isOver: false }
  open.add(flight)
  flights.set(request, flight)
  response.once('close', () => {
    open.delete(flight)
    end(flight)
  })
  return true
}

/** Responses queued behind others get no event when their connection closes, so watch the socket. */
function trackConnection(socket: Socket): Set<Flight> {
  const open = new Set<Flight>()
  connections.set(socket, open)
  socket.once('close', () => open.forEach(end))
  return open
}

function end(flight: Flight): void {
  flight.isOver = true
  if (!flight.isAtWork) leave(flight)
}

/** The response is being sent. */
export function workEnded(flight: Flight): void {
  flight.isAtWork = false
  if (flight.isOver) leave(flight)
}

function leave({ place, body }: Flight): void {
  place?.leave()
  body?.leave()
}

/** Stops chunked parsing once a connection is upgraded to another protocol. */
const stopParsing = new WeakMap<Duplex, () => void>()

/**
 * Node parses everything it read (up to 64 kB, about 2,500 requests) in one go. Parsing in parts lets us close the connection in between.
 */
function parseInParts(socket: Socket): void {
  const [parse, ...others] = socket.listeners('data')
  if (!parse || others.length > 0) return
  let isUpgraded = false
  const inParts = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += PARSER_PART_BYTES) {
      if (isUpgraded || socket.isPaused()) return socket.unshift(chunk.subarray(at))
      parse.call(socket, chunk.subarray(at, at + PARSER_PART_BYTES))
    }
  }
  socket.removeListener('data', parse as (chunk: Buffer) => void)
  socket.on('data', inParts)
  stopParsing.set(socket, () => {
    isUpgraded = true
    socket.removeListener('data', inParts)
  })
}
