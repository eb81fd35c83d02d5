import type { Server as HttpServer } from 'node:http'
import {
  isAllowed,
  JoinRequest,
  MESSAGES,
  REALTIME_PATH,
  roomKey,
  ROOMS,
  type ErrorCode,
  type JoinReply,
  type Room,
  type RoomName,
  type RoomParams,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { Server, type Namespace, type Socket } from 'socket.io'
import { isActor, type Actor, type Authenticator } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { CallerLimits } from '../http/caller-limits.ts'
import { asAppError } from '../http/error-handler.ts'
import { tooMany } from '../limits/lanes.ts'
import {
  BRIDGE_SOCKET,
  MAX_ROOMS_PER_SOCKET,
  MAX_SOCKETS_PER_USER,
  MEMBER_SOCKET,
  MESSAGES_PER_SECOND,
  SOCKET_CONNECT_MS,
  type SocketAllowance,
} from '../limits/limits.ts'
import type { Redis } from '../redis/redis.ts'
import type { Switches } from '../settings/switches.ts'
import { admissionMiddleware, callerWith } from './admission.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { PortalServer, PortalSocket } from './portal-socket.ts'
import { createRoomEvents, type RoomEventBus } from './room-events.ts'
import { collectRooms, type RoomOwner, type RoomSource, type RoomSources } from './rooms.ts'
import { createRateCounter, createSocketLimits } from './socket-limits.ts'

type EventsMap = Record<never, (...args: never[]) => void>

/** Socket features other than rooms. `onRechecked` runs after the user's rights may have been reduced. */
export type SocketExtension = {
  readonly onConnect: (socket: PortalSocket) => void
  readonly onRechecked: (socket: PortalSocket) => void
}

/** A feature's rooms, and its other socket features. */
export type RealtimePart = RoomOwner & { readonly sockets?: SocketExtension }

export type Realtime = RoomEventBus & {
  readonly hasListenersHere: (key: string) => boolean
  /** How many users have pages open at this node, and how many pages. */
  readonly connected: () => { readonly connected: number; readonly pages: number }
  /** Called when events of other nodes may have been missed, repeatedly while they can't be received. */
  readonly onMissed: (listener: () => void) => void
  /** Registers the rooms and socket extensions of all parts. Until then nothing can be joined. */
  readonly serve: (parts: readonly RealtimePart[]) => void
  /** A namespace for clients that are not users: they have their own admission rules and limits. */
  readonly namespace: <In extends EventsMap, Out extends EventsMap, Data>(
    name: string,
    allowance?: SocketAllowance,
  ) => Namespace<In, Out, EventsMap, Data>
  /** The socket's address, as seen through trusted proxies. */
  readonly addressOf: (socket: Pick<Socket, 'request'>) => string
  readonly recheckUser: (userId: number) => Promise<void>
  readonly recheckAll: () => Promise<void>
  /** Closes the rooms of this node whose feature is switched off. */
  readonly closeSwitchedOff: () => void
  readonly endSession: (sessionId: number) => void
  readonly close: () => Promise<void>
}

type Options = {
  readonly http: HttpServer
  readonly authenticator: Authenticator
  readonly callerLimits: CallerLimits
  readonly switches: Switches
  /** Numbers of the last changes, by the keys of rooms. */
  readonly streamSeqs: (keys: readonly string[]) => Promise<readonly number[]>
  readonly portalUrl: string | undefined
  readonly redis: Redis | undefined
  readonly log: FastifyBaseLogger
}

export async function createRealtime(options: Options): Promise<Realtime> {
  const { http, authenticator, callerLimits, switches, streamSeqs, portalUrl, redis, log } = options
  const nodes = redis && (await import('./nodes-adapter.ts')).createNodesAdapter(redis, log)
  const socketLimits = createSocketLimits(callerLimits)
  const io: PortalServer = new Server(http, {
    path: REALTIME_PATH,
    serveClient: false,
    // The maximum over all kinds of clients; socketLimits enforces the individual ones.
    maxHttpBufferSize: BRIDGE_SOCKET.messageBytes,
    connectTimeout: SOCKET_CONNECT_MS,
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin(origin, host, portalUrl) || !isSupportedProtocol(request.url)) return decide(null, false)
      socketLimits.enter(request, (isLetIn) => decide(null, isLetIn))
    },
    ...(nodes && { adapter: nodes.adapter }),
  })
  await nodes?.start()
  socketLimits.guard(io)

  const originOf = (socket: PortalSocket) => ({
    address: callerLimits.addressOf(socket.request),
    userAgent: (socket.handshake.headers['user-agent'] ?? '').slice(0, 300),
    requestId: socket.id,
  })

  io.use(
    admissionMiddleware<PortalSocket, ErrorCode>({
      look: async (socket) => {
        const { apiKey, token } = socket.handshake.auth as { apiKey?: unknown; token?: unknown }
        const credentials = {
          apiKey: typeof apiKey === 'string' ? apiKey : undefined,
          token: typeof token === 'string' ? token : undefined,
        }
        const caller = await authenticator.authenticate(credentials, originOf(socket))
        if (!isActor(caller) || !caller.keyScopes.includes('portal')) return 'session_invalid'
        if ((socketsOf.get(caller.userId) ?? 0) >= MAX_SOCKETS_PER_USER) throw tooMany()
        return { actor: caller, credentials, joined: new Map(), checks: 0 }
      },
      onError: (error) => log.error({ err: error }, 'a socket could not be authenticated'),
    }),
  )

  const socketsOf = new Map<number, number>()
  const count = (socket: PortalSocket, { userId }: Actor) => {
    socketsOf.set(userId, (socketsOf.get(userId) ?? 0) + 1)
    socket.once('disconnect', () => {
      const left = (socketsOf.get(userId) ?? 0) - 1
      if (left > 0) socketsOf.set(userId, left)
      else socketsOf.delete(userId)
    })
  }
  /** Refuses messages beyond the rate limit without handling them. */
  const refuseTooMany = (socket: PortalSocket) => {
    const isOverLimit = createRateCounter()
    socket.use(([event, ...args], next) => {
      // Leaving is cheap, and refusing it would keep the socket in the room.
      if (!isOverLimit(MESSAGES_PER_SECOND) || event === 'leave' || event === 'map.leave') return next()
      const reply: unknown = args.at(-1)
      if (typeof reply === 'function') (reply as (refusal: JoinReply) => void)(refusalOf(tooMany()))
    })
  }

  let sources: Partial<RoomSources> = {}
  let extensions: readonly SocketExtension[] = []
  const sourceOf = <N extends RoomName>(name: N): RoomSource<N> => {
    const source: RoomSource<N> | undefined = sources[name]
    if (!source) throw new Error(`the room ${name} is not open yet`)
    return source
  }
  io.on('connection', (socket) => {
    socketLimits.admit(socket, MEMBER_SOCKET)
    count(socket, socket.data.actor)
    refuseTooMany(socket)
    void socket.join([userChannel(socket.data.actor.userId), sessionChannel(socket.data.actor.sessionId)])
    for (const extension of extensions) extension.onConnect(socket)
    // A change between authentication and now was not applied to this socket.
    void recheckEach([socket])
    socket.on('join', (request, reply) => {
      if (typeof reply !== 'function') return
      callerLimits
        .run(socket.data.actor.userId, () => join(socket, request))
        .then(reply)
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) log.error({ err: error }, 'a room could not be joined')
          reply(refusalOf(error))
        })
    })
    socket.on('leave', (key) => {
      if (socket.data.joined.delete(key)) void socket.leave(key)
    })
    socket.on('echo', (reply) => {
      if (typeof reply === 'function') reply()
    })
  })

  async function join(socket: PortalSocket, request: unknown): Promise<JoinReply> {
    const parsed = JoinRequest.safeParse(request)
    if (!parsed.success) throw new AppError('invalid_input', 'There is no such room', 'room')
    const name = parsed.data.room
    const room: Room = ROOMS[name]
    const params = room.params.safeParse(parsed.data.params)
    if (!params.success || !Object.values(params.data).every(isId)) throw new AppError('invalid_input', 'There is no such room', 'params')
    if (!isAllowed(room.access, socket.data.actor.subject, params.data)) throw new AppError('forbidden', MESSAGES.forbidden)
    switches.assertOn(room.featureSwitch)
    const key = roomKey(name, params.data)
    if (!socket.data.joined.has(key) && socket.data.joined.size >= MAX_ROOMS_PER_SOCKET) {
      throw new AppError('too_many_attempts', `At most ${MAX_ROOMS_PER_SOCKET} rooms at once: leave one first`)
    }
    // Join before reading the snapshot: a change in between then arrives twice rather than not at all.
    socket.data.joined.set(key, { name, params: params.data })
    try {
      await socket.join(key)
      const { seq, state } = await snapshotOf(name, socket.data.actor, params.data)
      return { ok: true, key, seq, snapshot: room.snapshot.parse(state) }
    } catch (error) {
      socket.data.joined.delete(key)
      void socket.leave(key)
      throw error
    }
  }

  const snapshotOf = <N extends RoomName>(name: N, actor: Actor, params: Record<string, unknown>) =>
    sourceOf(name).snapshot(actor, params as RoomParams<N>)

  const events = createRoomEvents({ io, isShared: redis !== undefined, log })
  const localSockets = (): PortalSocket[] => [...io.sockets.sockets.values()]
  const heartbeat = startHeartbeat({ localSockets, sourceOf, streamSeqs, redis, log })

  const closeRoom = (socket: PortalSocket, key: string) => {
    socket.data.joined.delete(key)
    void socket.leave(key)
    socket.emit('closed', key)
  }
  const isRoomOn = (name: RoomName) => {
    const { featureSwitch }: Room = ROOMS[name]
    return switches.isOn(featureSwitch)
  }

  async function recheck(socket: PortalSocket): Promise<void> {
    const check = (socket.data.checks += 1)
    // An invalid key ends the connection; an unavailable database does not.
    const caller = await callerWith(authenticator, socket.data.credentials, originOf(socket))
    if (check !== socket.data.checks) return
    if (!caller || !isActor(caller)) return end(socket)
    socket.data.actor = caller
    for (const [key, { name, params }] of socket.data.joined) {
      if (!isAllowed(ROOMS[name].access, caller.subject, params)) closeRoom(socket, key)
    }
    for (const extension of extensions) extension.onRechecked(socket)
  }
  const recheckEach = async (sockets: readonly PortalSocket[]) => {
    const outcomes = await Promise.allSettled(sockets.map(recheck))
    for (const outcome of outcomes) if (outcome.status === 'rejected') log.error({ err: outcome.reason }, 'a socket could not be rechecked')
  }
  const end = (socket: PortalSocket) => {
    socket.emit('ended')
    socket.disconnect(true)
  }

  return {
    ...events,
    onMissed: heartbeat.onMissed,
    connected: () => ({ connected: socketsOf.size, pages: io.sockets.sockets.size }),
    hasListenersHere: (key) => io.sockets.adapter.rooms.has(key),
    serve: (parts) => {
      sources = collectRooms(parts)
      extensions = parts.flatMap(({ sockets = [] }) => sockets)
    },
    namespace: <In extends EventsMap, Out extends EventsMap, Data>(name: string, allowance?: SocketAllowance) => {
      if (allowance) io.of(name).on('connection', (socket) => socketLimits.admit(socket, allowance))
      // The namespace has its own event types.
      const namespace: unknown = io.of(name)
      return namespace as Namespace<In, Out, EventsMap, Data>
    },
    addressOf: ({ request }) => callerLimits.addressOf(request),
    recheckUser: (userId) => recheckEach(localSockets().filter((socket) => socket.data.actor.userId === userId)),
    recheckAll: () => recheckEach(localSockets()),
    closeSwitchedOff: () => {
      for (const socket of localSockets()) {
        for (const [key, { name }] of socket.data.joined) if (!isRoomOn(name)) closeRoom(socket, key)
      }
    },
    endSession: (sessionId) => {
      for (const socket of localSockets()) if (socket.data.actor.sessionId === sessionId) end(socket)
    },
    close: async () => {
      heartbeat.stop()
      await io.close()
    },
  }
}

const userChannel = (userId: number) => `@user:${userId}`
const sessionChannel = (sessionId: number) => `@session:${sessionId}`

const refusalOf = (error: unknown): JoinReply => {
  const { code, message } = asAppError(error instanceof Error ? error : new Error(String(error)))
  return { ok: false, code, message }
}

/** Numeric ids must fit the integer column. */
const isId = (value: unknown): boolean => typeof value !== 'number' || value <= 2_147_483_647

/** Only this version of the Engine.IO protocol is supported. */
const isSupportedProtocol = (url: string | undefined): boolean => /[?&]EIO=4(&|$)/.test(url ?? '')

/** Browsers send the page's origin; other clients (a bridge, a script) send none and need a key. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined, portalUrl: string | undefined): boolean => {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (portalUrl !== undefined && new URL(portalUrl).origin === origin)
}
