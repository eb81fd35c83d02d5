import type { Server as HttpServer } from 'node:http'
import {
  HEARTBEAT_MS,
  isAllowed,
  JoinRequest,
  MESSAGES,
  REALTIME_PATH,
  roomKey,
  ROOMS,
  type ClientToServer,
  type ErrorCode,
  type JoinReply,
  type RoomEvents,
  type RoomName,
  type RoomParams,
  type ServerToClient,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClientType } from 'redis'
import { Server, type Namespace, type Socket } from 'socket.io'
import { isActor, type Actor, type Authenticator, type Credentials } from '../auth/actor.ts'
import type { Publish } from '../database/transaction.ts'
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
import { admitWith, callerWith } from './admission.ts'
import { collectRooms, type RoomOwner, type RoomSource, type RoomSources } from './rooms.ts'
import { createSocketLimits, rate } from './socket-limits.ts'

type JoinedRoom = { readonly name: RoomName; readonly params: Record<string, unknown> }
type SocketData = {
  actor: Actor
  credentials: Credentials
  joined: Map<string, JoinedRoom>
  /** How often it was rechecked: an answer that comes after a later question no longer counts. */
  checks: number
}
type EventsMap = Record<never, (...args: never[]) => void>
/** What nodes tell each other: what was said in a room that the portal itself listens to. */
type BetweenNodes = { heard: (room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => void }
export type PortalSocket = Socket<ClientToServer, ServerToClient, BetweenNodes, SocketData>

/** Something said in a room, as it is told apart by its event. */
export type RoomNews<N extends RoomName> = {
  [E in keyof RoomEvents<N>]: { readonly event: E; readonly payload: RoomEvents<N>[E] }
}[keyof RoomEvents<N>]

/** What sockets can do beside joining rooms. Rechecked: whoever is behind it may be allowed less than before. */
export type SocketExtension = {
  readonly onConnect: (socket: PortalSocket) => void
  readonly onRechecked: (socket: PortalSocket) => void
}

/** What one feature adds: rooms it fills, and what sockets can do beside joining rooms. */
export type RealtimePart = RoomOwner & { readonly sockets?: SocketExtension }

export type Realtime = {
  /** To everyone in the room, on every node. */
  readonly publish: Publish
  /** To those in the room on this node, for news that every node hears by itself. */
  readonly publishHere: Publish
  readonly hasListenersHere: (key: string) => boolean
  /** The portal's own ear in every room of this name, on every node. */
  readonly listen: <N extends RoomName>(room: N, notifyListeners: (params: RoomParams<N>, heard: RoomNews<N>) => void) => void
  /** Opens the rooms, which all these fill together, and lets sockets do what these add. Before that nobody can join anything. */
  readonly serve: (parts: readonly RealtimePart[]) => void
  /** For callers that are no users: they are let in by rules of their own, and may then send what is allowed there. */
  readonly namespace: <In extends EventsMap, Out extends EventsMap, Data>(
    name: string,
    allowance?: SocketAllowance,
  ) => Namespace<In, Out, EventsMap, Data>
  /** Where a socket comes from, through the proxies that are trusted. */
  readonly addressOf: (socket: Pick<Socket, 'request'>) => string
  readonly recheckUser: (userId: number) => Promise<void>
  readonly recheckAll: () => Promise<void>
  readonly endSession: (sessionId: number) => void
  readonly close: () => Promise<void>
}

type Options = {
  readonly http: HttpServer
  readonly authenticator: Authenticator
  readonly callerLimits: CallerLimits
  readonly portalUrl: string | undefined
  readonly redis: RedisClientType | undefined
  readonly log: FastifyBaseLogger
}

export async function createRealtime({ http, authenticator, callerLimits, portalUrl, redis, log }: Options): Promise<Realtime> {
  const adapter = redis ? { adapter: (await import('@socket.io/redis-streams-adapter')).createAdapter(redis) } : {}
  const socketLimits = createSocketLimits(callerLimits)
  const io = new Server<ClientToServer, ServerToClient, BetweenNodes, SocketData>(http, {
    path: REALTIME_PATH,
    serveClient: false,
    // The most that anyone may send, let in or not; how much each may is in the socket limits.
    maxHttpBufferSize: BRIDGE_SOCKET.messageBytes,
    connectTimeout: SOCKET_CONNECT_MS,
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin(origin, host, portalUrl) || !isSpoken(request.url)) return decide(null, false)
      socketLimits.enter(request, (isLetIn) => decide(null, isLetIn))
    },
    ...adapter,
  })
  socketLimits.guard(io)

  const originOf = (socket: PortalSocket) => ({
    address: callerLimits.addressOf(socket.request),
    userAgent: (socket.handshake.headers['user-agent'] ?? '').slice(0, 300),
    requestId: socket.id,
  })

  io.use(
    admitWith<PortalSocket, ErrorCode>({
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
  /** Beyond this a message is answered with a refusal, and nothing is done. */
  const refuseTooMany = (socket: PortalSocket) => {
    const isTooMuch = rate()
    socket.use(([event, ...said], next) => {
      // Leaving costs nothing, and whoever is not let out stays in.
      if (!isTooMuch(MESSAGES_PER_SECOND) || event === 'leave' || event === 'map.leave') return next()
      const reply: unknown = said.at(-1)
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
    // What changed between the look-up and here found no socket to tell.
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
    const room = ROOMS[name]
    const params = room.params.safeParse(parsed.data.params)
    if (!params.success || !Object.values(params.data).every(isId)) throw new AppError('invalid_input', 'There is no such room', 'params')
    if (!isAllowed(room.access, socket.data.actor.subject, params.data)) throw new AppError('forbidden', MESSAGES.forbidden)
    const key = roomKey(name, params.data)
    if (!socket.data.joined.has(key) && socket.data.joined.size >= MAX_ROOMS_PER_SOCKET) {
      throw new AppError('too_many_attempts', `At most ${MAX_ROOMS_PER_SOCKET} rooms at once: leave one first`)
    }
    // In the room before the snapshot is read: a change in between reaches the client twice rather than not at all.
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

  const deltaOf = (room: RoomName, params: Record<string, unknown>, seq: number, event: string, payload: unknown) => {
    const events: Readonly<Record<string, { parse: (value: unknown) => unknown } | undefined>> = ROOMS[room].events
    return { key: roomKey(room, params), seq, event, payload: events[event]?.parse(payload) }
  }
  const listeners = new Map<RoomName, ((params: Record<string, unknown>, heard: { event: string; payload: unknown }) => void)[]>()
  const notifyListeners = (room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => {
    for (const each of listeners.get(room) ?? []) {
      try {
        each(params, { event, payload })
      } catch (error) {
        log.error({ err: error }, `what was said in ${room} could not be heard`)
      }
    }
  }
  io.on('heard', notifyListeners)
  const publish: Publish = (room, params, seq, event, payload) => {
    const delta = deltaOf(room, params, seq, event, payload)
    io.to(delta.key).emit('delta', delta)
    if (!listeners.has(room)) return
    notifyListeners(room, params, event, delta.payload)
    if (redis) io.serverSideEmit('heard', room, params, event, delta.payload)
  }
  const publishHere: Publish = (room, params, seq, event, payload) => {
    const delta = deltaOf(room, params, seq, event, payload)
    io.local.to(delta.key).emit('delta', delta)
  }

  const localSockets = (): PortalSocket[] => [...io.sockets.sockets.values()]

  async function recheck(socket: PortalSocket): Promise<void> {
    const check = (socket.data.checks += 1)
    // A key that is no longer valid ends the connection too; a database that is away does not.
    const caller = await callerWith(authenticator, socket.data.credentials, originOf(socket))
    if (check !== socket.data.checks) return
    if (!caller || !isActor(caller)) return end(socket)
    socket.data.actor = caller
    for (const [key, { name, params }] of socket.data.joined) {
      if (isAllowed(ROOMS[name].access, caller.subject, params)) continue
      socket.data.joined.delete(key)
      void socket.leave(key)
      socket.emit('closed', key)
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

  const beat = async () => {
    const sockets = localSockets()
    const wanted = new Map<string, JoinedRoom>(sockets.flatMap((socket) => [...socket.data.joined]))
    if (wanted.size === 0) return
    const seqs = await readSeqs(wanted)
    for (const socket of sockets) {
      const own = [...socket.data.joined.keys()].flatMap((key) => (seqs.has(key) ? [[key, seqs.get(key) ?? 0] as const] : []))
      if (own.length > 0) socket.emit('heartbeat', Object.fromEntries(own))
    }
  }
  const readSeqs = async (wanted: Map<string, JoinedRoom>) => {
    const seqs = new Map<string, number>()
    await Promise.all(
      Object.keys(ROOMS).map(async (each) => {
        const name = each as RoomName
        const rooms = [...wanted].filter(([, room]) => room.name === name)
        if (rooms.length === 0) return
        const current = await sourceOf(name).currentSeqs(rooms.map(([, room]) => room.params as RoomParams<RoomName>))
        rooms.forEach(([key], index) => seqs.set(key, current[index] ?? 0))
      }),
    )
    return seqs
  }
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat was missed'))
  }, HEARTBEAT_MS)

  return {
    // What it tells of has happened already: where an event can't be sent, its room is behind until the next heartbeat, and that is all.
    publish: (room, ...event) => {
      try {
        publish(room, ...event)
      } catch (error) {
        log.error({ err: error }, `an event of the room ${room} could not be published`)
      }
    },
    publishHere,
    hasListenersHere: (key) => io.sockets.adapter.rooms.has(key),
    listen: (room, listener) => {
      const known = listeners.get(room) ?? []
      // Parsed against the room's own schema before it comes here.
      known.push(listener as (typeof known)[number])
      listeners.set(room, known)
    },
    serve: (parts) => {
      sources = collectRooms(parts)
      extensions = parts.flatMap(({ sockets = [] }) => sockets)
    },
    namespace: <In extends EventsMap, Out extends EventsMap, Data>(name: string, allowance?: SocketAllowance) => {
      if (allowance) io.of(name).on('connection', (socket) => socketLimits.admit(socket, allowance))
      // Its own types: what those of the portal say to each other is not said there.
      const namespace: unknown = io.of(name)
      return namespace as Namespace<In, Out, EventsMap, Data>
    },
    addressOf: ({ request }) => callerLimits.addressOf(request),
    recheckUser: (userId) => recheckEach(localSockets().filter((socket) => socket.data.actor.userId === userId)),
    recheckAll: () => recheckEach(localSockets()),
    endSession: (sessionId) => {
      for (const socket of localSockets()) if (socket.data.actor.sessionId === sessionId) end(socket)
    },
    close: async () => {
      clearInterval(heartbeat)
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

/** A number that the database has room for, where it is one. */
const isId = (value: unknown): boolean => typeof value !== 'number' || value <= 2_147_483_647

/** The only version of the protocol beneath Socket.IO that is answered. */
const isSpoken = (url: string | undefined): boolean => /[?&]EIO=4(&|$)/.test(url ?? '')

/** A browser names the page's origin; anything else (a bridge, a script) names none and has to bring its key. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined, portalUrl: string | undefined): boolean => {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (portalUrl !== undefined && new URL(portalUrl).origin === origin)
}
