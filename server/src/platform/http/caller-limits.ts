import type { IncomingMessage } from 'node:http'
import { HEADERS } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { knownCaller, type Actor, type Authenticator, type Caller, type Credentials, type KnownCaller } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import { createBodyCount, createBodyTurns, hasMoreValues } from '../limits/bodies.ts'
import { createLanes, tooMany, type Place } from '../limits/lanes.ts'
import { BODIES_IN_FLIGHT_BYTES, KNOWN_LANE, LEAST_BODY_BYTES, UNKNOWN_LANE, UNKNOWN_SOCKETS_LANE } from '../limits/limits.ts'
import { callerAddress, createClientAddress, networkOf, type TrustProxy } from './client-address.ts'
import { flightOf, workEnded, type Flight } from './connections.ts'

type Options = { readonly authenticator: Authenticator; readonly trustProxy: TrustProxy }
export type CallerLimits = ReturnType<typeof createCallerLimits>

declare module 'fastify' {
  interface FastifyInstance {
    callerLimits: CallerLimits
  }
  interface FastifyContextConfig {
    /** Limit of lists, objects and entries in a body that is not small. */
    mostBodyValues?: number
  }
}

/** Limits what each caller may have in flight. Callers known by session or game key are counted individually, all others by address. */
export function createCallerLimits({ authenticator, trustProxy }: Options) {
  const known = createLanes<KnownCaller>(KNOWN_LANE)
  const unknown = createLanes<string>(UNKNOWN_LANE)
  const bodies = createBodyCount<KnownCaller>(BODIES_IN_FLIGHT_BYTES)
  const takeTurn = createBodyTurns<KnownCaller>()
  const unknownSockets = createLanes<string>(UNKNOWN_SOCKETS_LANE)
  const addressOf = createClientAddress(trustProxy)

  const begin = (flight: Flight, reply: FastifyReply, enter: (start: () => void) => Place | undefined, next: Next): void => {
    const start = () => {
      flight.isAtWork = true
      next()
    }
    const place = enter(start)
    if (!place) {
      reply.header('retry-after', '1')
      return next(tooMany())
    }
    flight.place = place
    if (!place.isWaiting()) start()
  }

  return {
    /** Starts the request now, once its turn comes, or refuses it. */
    admit: (request: FastifyRequest, reply: FastifyReply, next: Next): void => {
      const flight = flightOf(request.raw)
      if (!flight) return next()
      const caller = authenticator.lastKnown(credentialsOf(request))
      flight.caller = caller
      begin(
        flight,
        reply,
        (start) => (caller === undefined ? unknown.enter(networkOf(callerAddress(request)), start) : known.enter(caller, start)),
        next,
      )
    },

    /** The sender has been identified: from here on the request counts against them. */
    identified: (request: FastifyRequest, reply: FastifyReply, who: Caller | Actor, next: Next): void => {
      const flight = flightOf(request.raw)
      // The client has disconnected.
      if (flight?.isOver) return workEnded(flight)
      const caller = knownCaller(who)
      if (caller === undefined || !flight) return next()
      const takeBody = (refusal?: AppError) => {
        if (refusal) return next(refusal)
        flight.body = bodies.take(caller, bodyBytes(request))
        if (flight.body) return next()
        reply.header('retry-after', '1')
        next(tooMany())
      }
      if (flight.caller === caller) return takeBody()
      flight.isAtWork = false
      flight.place?.leave()
      flight.caller = caller
      begin(flight, reply, (start) => known.enter(caller, start), takeBody)
    },

    /** Parses a small body at once, and a large one when no other body of this caller was parsed in this turn of the event loop. */
    parseInTurn: ({ admitted }: FastifyRequest, body: string, parse: () => void): void => {
      const caller = admitted && knownCaller(admitted.caller)
      if (caller === undefined || body.length <= LEAST_BODY_BYTES) parse()
      else takeTurn(caller, parse)
    },

    /** For requests a member sends over a socket. */
    run: known.run,

    addressOf,
    /** For a socket that is about to open; it leaves its place once it is authenticated or closed. */
    enterUnknownSocket: (request: IncomingMessage, start: () => void): Place | undefined =>
      unknownSockets.enter(networkOf(addressOf(request)), start),
  }
}

type Next = (refusal?: AppError) => void

export const credentialsOf = ({ headers }: FastifyRequest): Credentials => {
  const key = headers[HEADERS.apiKey]
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return { apiKey: typeof key === 'string' ? key : undefined, token }
}

/** Limits what each caller has in flight, and closes connections whose body is left unread. */
export function limitCallers(app: FastifyInstance, limits: CallerLimits, trustProxy: TrustProxy): void {
  app.decorate('callerLimits', limits)
  app.decorateRequest('admitted', undefined)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const { mostBodyValues = 0 } = request.routeOptions.config
    if (body.length > LEAST_BODY_BYTES && hasMoreValues(body, mostBodyValues)) {
      return done(new AppError('too_large', 'The request has too many entries'))
    }
    limits.parseInTurn(request, body, () => void parseJson(request, body, done))
  })
  // Callbacks instead of promises: these hooks run on every request.
  let isWarned = trustProxy !== false
  app.addHook('onRequest', (request, reply, done) => {
    if (!isWarned && (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined)) {
      isWarned = true
      app.log.warn(
        'A proxy names the addresses of those who call, and TRUST_PROXY is not set: everyone behind it counts as one address. Set TRUST_PROXY.',
      )
    }
    // Answered here because Fastify would read the body for the not-found handler too.
    if (request.is404 && request.method !== 'GET') return done(new AppError('not_found', 'There is nothing at this address'))
    limits.admit(request, reply, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnreadBody(request)) reply.header('connection', 'close')
    const flight = flightOf(request.raw)
    if (flight) workEnded(flight)
    done()
  })
}

/** The size of a body before any of it is read. A body of unknown size counts as the largest that is accepted. */
function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit ?? 0
  return Math.min(Number(headers['content-length'] ?? 0), routeOptions.bodyLimit ?? 0)
}

const hasUnreadBody = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete &&
  ((headers['content-length'] !== undefined && headers['content-length'] !== '0') || headers['transfer-encoding'] !== undefined)
