import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { KnownCaller } from '../auth/actor.ts'
import type { Place } from '../limits/lanes.ts'
import { MAX_PIPELINED, PARSER_PART_BYTES } from '../limits/limits.ts'

/** A request from when it comes until its answer has left and nobody works on it any more, and whom it counts against. */
export type Flight = {
  place: Place | undefined
  caller: KnownCaller | undefined
  /** Someone works on the answer, which goes on when the connection is gone. */
  isAtWork: boolean
  isOver: boolean
}

const flights = new WeakMap<IncomingMessage, Flight>()
const connections = new WeakMap<Socket, Set<Flight>>()

/** Undefined for a request that came over no connection, as tests send them. */
export const flightOf = (request: IncomingMessage): Flight | undefined => flights.get(request)

/**
 * Closes a connection that sends requests without waiting for the answers. To be called once everything that answers requests listens:
 * this comes before all of it.
 */
export function guardConnections(server: Server): void {
  server.on('connection', parseInParts)
  server.prependListener('upgrade', (_request, socket) => parsing.get(socket)?.())
  const answering = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!begin(request, response)) return
    for (const answer of answering) answer.call(server, request, response)
  })
  // The body is asked for once it is known who sends it.
  server.on('checkContinue', (request, response) => void server.emit('request', request, response))
}

function begin(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  if (socket.destroyed) return false
  const open = connections.get(socket) ?? follow(socket)
  if (open.size >= MAX_PIPELINED) {
    socket.destroy()
    return false
  }
  const flight: Flight = { place: undefined, caller: undefined, isAtWork: false, isOver: false }
  open.add(flight)
  flights.set(request, flight)
  response.once('close', () => {
    open.delete(flight)
    end(flight)
  })
  return true
}

/** Answers that wait behind others are not told when their connection closes. */
function follow(socket: Socket): Set<Flight> {
  const open = new Set<Flight>()
  connections.set(socket, open)
  socket.once('close', () => open.forEach(end))
  return open
}

function end(flight: Flight): void {
  flight.isOver = true
  if (!flight.isAtWork) flight.place?.leave()
}

/** The answer is on its way. */
export function workEnded(flight: Flight): void {
  flight.isAtWork = false
  if (flight.isOver) flight.place?.leave()
}

/** How to end it, once a connection speaks another protocol. */
const parsing = new WeakMap<Duplex, () => void>()

/**
 * Node parses all that was read at once, up to 64 kB, before anything else happens: some 2,500 requests. In parts, the connection can be
 * closed in between.
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
  parsing.set(socket, () => {
    isUpgraded = true
    socket.removeListener('data', inParts)
  })
}
