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
  type Room,
  type RoomEvents,
  type RoomName,
  type RoomParams,
  type ServerToClient,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { Server, type Namespace, type Socket } from 'socket.io'
import { isActor, type Actor, type Authenticator, type Credentials } from '../auth/actor.ts'
import type { Publish } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import type { CallerLimits } from '../http/caller-limits.ts'
import { asAppError } from '../http/error-handler.ts'
import { tooMany } from '../limits/lanes.ts'
import type { Switches } from '../settings/switches.ts'
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
import { admitWith, callerWith } from './admission.ts'
import { collectRooms, type RoomOwner, type RoomSource, type RoomSources } from './rooms.ts'
import { createRateCounter, createSocketLimits } from './socket-limits.ts'

type JoinedRoom = { readonly name: RoomName; readonly params: Record<string, unknown> }
type SocketData = {
  actor: Actor
  credentials: Credentials
  joined: Map<string, JoinedRoom>
  /** Number of rechecks so far: the result of an earlier one is discarded. */
  checks: number
}
type EventsMap = Record<never, (...args: never[]) => void>
/** Messages between nodes: events of rooms the portal itself listens to. */
type BetweenNodes = { heard: (room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => void }
export type PortalSocket = Socket<ClientToServer, ServerToClient, BetweenNodes, SocketData>

/** A room event with its payload, discriminated by `event`. */
export type RoomNews<N extends RoomName> = {
  [E in keyof RoomEvents<N>]: { readonly event: E; readonly payload: RoomEvents<N>[E] }
}[keyof RoomEvents<N>]

/** Socket features other than rooms. `onRechecked` runs after the user's rights may have been reduced. */
export type SocketExtension = {
  readonly onConnect: (socket: PortalSocket) => void
  readonly onRechecked: (socket: PortalSocket) => void
}

/** What a feature adds: its rooms, and other socket features. */
export type RealtimePart = RoomOwner & { readonly sockets?: SocketExtension }

export type Realtime = {
  /** Sends to everyone in the room, on every node. */
  readonly publish: Publish
  /** Sends to sockets of this node only, for changes every node learns about by itself. */
  readonly publishHere: Publish
  readonly hasListenersHere: (key: string) => boolean
  /** Subscribes the portal itself to every room of this name, across all nodes. */
  readonly listen: <N extends RoomName>(room: N, listener: (params: RoomParams<N>, news: RoomNews<N>) => void) => void
  /** The same for what this node publishes alone: where every node would answer with the same. */
  readonly listenHere: Realtime['listen']
  /** Called when news of other nodes may have been missed, again and again while they can't be heard. */
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
  const io = new Server<ClientToServer, ServerToClient, BetweenNodes, SocketData>(http, {
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

  const deltaOf = (room: RoomName, params: Record<string, unknown>, seq: number, event: string, payload: unknown) => {
    const events: Readonly<Record<string, { parse: (value: unknown) => unknown } | undefined>> = ROOMS[room].events
    return { key: roomKey(room, params), seq, event, payload: events[event]?.parse(payload) }
  }
  type Listeners = Map<RoomName, ((params: Record<string, unknown>, news: { event: string; payload: unknown }) => void)[]>
  const listeners: Listeners = new Map()
  const listenersHere: Listeners = new Map()
  const addListener =
    (to: Listeners): Realtime['listen'] =>
    (room, listener) => {
      const known = to.get(room) ?? []
      // Payloads are parsed with the room's schema before they get here.
      known.push(listener as (typeof known)[number])
      to.set(room, known)
    }
  const notify = (those: Listeners, room: RoomName, params: Record<string, unknown>, event: string, payload: unknown) => {
    for (const listener of those.get(room) ?? []) {
      try {
        listener(params, { event, payload })
      } catch (error) {
        log.error({ err: error }, `an event of the room ${room} could not be handled`)
      }
    }
  }
  io.on('heard', (room, params, event, payload) => notify(listeners, room, params, event, payload))
  const publish: Publish = (room, params, seq, event, payload) => {
    const delta = deltaOf(room, params, seq, event, payload)
    io.to(delta.key).emit('delta', delta)
    notify(listenersHere, room, params, event, delta.payload)
    if (!listeners.has(room)) return
    notify(listeners, room, params, event, delta.payload)
    if (redis) io.serverSideEmit('heard', room, params, event, delta.payload)
  }
  const publishHere: Publish = (room, params, seq, event, payload) => {
    const delta = deltaOf(room, params, seq, event, payload)
    io.local.to(delta.key).emit('delta', delta)
  }

  const localSockets = (): PortalSocket[] => [...io.sockets.sockets.values()]

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
    const read = async (rooms: readonly [string, JoinedRoom][], current: Promise<readonly number[]>) => {
      const numbers = await current
      rooms.forEach(([key], index) => seqs.set(key, numbers[index] ?? 0))
    }
    const byName = Map.groupBy(wanted, ([, { name }]) => name)
    const inStreams = [...byName].flatMap(([name, rooms]) => (sourceOf(name).currentSeqs ? [] : rooms))
    await Promise.all([
      read(inStreams, streamSeqs(inStreams.map(([key]) => key))),
      ...[...byName].map(async ([name, rooms]) => {
        const current = sourceOf(name).currentSeqs?.(rooms.map(([, room]) => room.params as RoomParams<RoomName>))
        if (current) await read(rooms, current)
      }),
    ])
    return seqs
  }
  const missedListeners: (() => void)[] = []
  /** The other nodes may return from an outage later than this one. */
  let beatsApart = 0
  const beatAll = () => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'a heartbeat was missed'))
    if (redis?.isAway()) beatsApart = 2
    if (beatsApart === 0) return
    beatsApart -= 1
    for (const listener of missedListeners) listener()
  }
  const heartbeat = setInterval(beatAll, HEARTBEAT_MS)
  redis?.onBack(beatAll)

  return {
    // The change is already committed: if an event can't be sent, its room just lags until the next heartbeat.
    publish: (room, ...event) => {
      try {
        publish(room, ...event)
      } catch (error) {
        log.error({ err: error }, `an event of the room ${room} could not be published`)
      }
    },
    publishHere,
    hasListenersHere: (key) => io.sockets.adapter.rooms.has(key),
    listen: addListener(listeners),
    listenHere: addListener(listenersHere),
    onMissed: (listener) => void missedListeners.push(listener),
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
