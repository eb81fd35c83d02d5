import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { applicationFlags, disallowed, INTENT, type PrivilegedIntents } from './intents.ts'
import { memberJson, userJson } from './json.ts'
import { compareIds } from './snowflakes.ts'
import type { Json, Member } from './types.ts'
import { type DispatchEvent, guildCreateJson, type World } from './world.ts'

const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voice: 4,
  resume: 6,
  reconnect: 7,
  members: 8,
  invalidSession: 9,
  hello: 10,
  ack: 11,
} as const
const MAX_CHUNK = 1000
/** How long a session can be resumed. */
const SESSION_MS = 180_000
/** A client that sends more than this in a minute is closed with 4008. */
const MAX_SENT_A_MINUTE = 120

const Payload = z.object({ op: z.int(), d: z.unknown() })
const Identify = z.object({ token: z.string(), intents: z.int(), large_threshold: z.int().min(50).max(250).default(50) })
const Resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int() })
const MembersRequest = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  limit: z.int().default(0),
  user_ids: z.union([z.string().transform((id) => [id]), z.array(z.string()).max(100)]).optional(),
  nonce: z.string().max(32).optional(),
})

type Packet = { readonly s: number; readonly t: string; readonly d: Json }

/** Discord's state of a bot that identified; it outlives the bot's socket, so that a RESUME can continue it. */
type Session = {
  readonly id: string
  readonly intents: number
  readonly largeThreshold: number
  sequence: number
  missed: Packet[]
  socket: WebSocket | null
  lostAt: number
}

export type Gateway = ReturnType<typeof createGateway>

type Deps = { readonly world: World; readonly token: () => string; readonly granted: () => PrivilegedIntents; readonly url: () => string }

/** Gateway v10 with JSON and without compression. */
export function createGateway({ world, token, granted, url }: Deps) {
  const server = new WebSocketServer({ noServer: true })
  const sessions = new Map<string, Session>()
  const sentAt = new WeakMap<WebSocket, number[]>()
  let isRefusing = false
  let isSilent = false
  let started = 0

  const send = (socket: WebSocket | null, payload: Json): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ s: null, t: null, ...payload }))
  }

  const dispatch = (session: Session, t: string, d: Json): void => {
    const packet = { s: ++session.sequence, t, d }
    session.missed.push(packet)
    send(session.socket, { op: OP.dispatch, ...packet })
  }

  const sessionOf = (socket: WebSocket): Session | undefined => [...sessions.values()].find((session) => session.socket === socket)

  function identify(socket: WebSocket, data: unknown): void {
    const asked = Identify.safeParse(data)
    gateway.identifies++
    if (sessionOf(socket)) return socket.close(4005, 'Already authenticated.')
    if (!asked.success) return socket.close(4002, 'Error while decoding payload.')
    if (asked.data.token !== token()) return socket.close(4004, 'Authentication failed.')
    gateway.intents = asked.data.intents
    if (disallowed(asked.data.intents, granted())) return socket.close(4014, 'Disallowed intent(s).')
    gateway.sessionStarts.remaining--
    const session: Session = {
      id: `session-${++started}`,
      intents: asked.data.intents,
      largeThreshold: asked.data.large_threshold,
      sequence: 0,
      missed: [],
      socket,
      lostAt: 0,
    }
    sessions.set(session.id, session)
    const guilds = [...world.guilds.values()].filter(({ hasBot }) => hasBot)
    dispatch(session, 'READY', {
      v: 10,
      user: { ...userJson(world.user(world.botUserId)), verified: true, mfa_enabled: world.appOwner.hasMfa, email: null, flags: 0 },
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: url(),
      session_type: 'normal',
      shard: [0, 1],
      application: { id: world.clientId, flags: applicationFlags(granted()) },
      private_channels: [],
      relationships: [],
      user_settings: {},
    })
    if (!(session.intents & INTENT.guilds)) return
    for (const guild of guilds)
      if (guild.isAvailable) dispatch(session, 'GUILD_CREATE', guildCreateJson(guild, session.intents, world, session.largeThreshold))
      else dispatch(session, 'GUILD_DELETE', { id: guild.id, unavailable: true })
  }

  function resume(socket: WebSocket, data: unknown): void {
    const asked = Resume.safeParse(data)
    gateway.resumes++
    if (!asked.success) return socket.close(4002, 'Error while decoding payload.')
    if (asked.data.token !== token()) return socket.close(4004, 'Authentication failed.')
    const session = sessions.get(asked.data.session_id)
    if (!session) return send(socket, { op: OP.invalidSession, d: false })
    if (asked.data.seq > session.sequence) {
      sessions.delete(session.id)
      return socket.close(4007, 'Invalid seq.')
    }
    session.socket = socket
    for (const packet of session.missed) if (packet.s > asked.data.seq) send(socket, { op: OP.dispatch, ...packet })
    dispatch(session, 'RESUMED', { _trace: [] })
  }

  const matches = (member: Member, prefix: string): boolean =>
    [world.user(member.userId).username, world.user(member.userId).globalName, member.nick].some((name) =>
      name?.toLowerCase().startsWith(prefix),
    )

  function requestMembers(session: Session, data: unknown): void {
    const asked = MembersRequest.safeParse(data)
    if (!asked.success) return session.socket?.close(4002, 'Error while decoding payload.')
    const { guild_id, query, limit, user_ids, nonce } = asked.data
    const guild = world.guilds.get(guild_id)
    // Discord does not answer a request for all members without the intent, or for a guild that the bot is not in.
    if (!guild?.hasBot || (!user_ids && !query && !(session.intents & INTENT.members))) return
    const wanted = user_ids
      ? user_ids.flatMap((id) => guild.members.get(id) ?? [])
      : [...guild.members.values()].filter((member) => matches(member, (query ?? '').toLowerCase()))
    const members = limit > 0 ? wanted.slice(0, limit) : wanted
    const chunkCount = Math.max(1, Math.ceil(members.length / MAX_CHUNK))
    const absent = user_ids?.filter((id) => !guild.members.has(id)) ?? []
    for (let index = 0; index < chunkCount; index++)
      dispatch(session, 'GUILD_MEMBERS_CHUNK', {
        guild_id,
        members: members.slice(index * MAX_CHUNK, (index + 1) * MAX_CHUNK).map((member) => memberJson(member, world)),
        chunk_index: index,
        chunk_count: chunkCount,
        ...(absent.length > 0 ? { not_found: absent.toSorted(compareIds) } : {}),
        ...(nonce === undefined ? {} : { nonce }),
      })
  }

  function heartbeat(socket: WebSocket, sequence: unknown): void {
    gateway.heartbeats++
    if (isSilent) return
    // Acknowledged events need not be kept for a RESUME.
    const session = sessionOf(socket)
    if (session && typeof sequence === 'number') session.missed = session.missed.filter(({ s }) => s > sequence)
    send(socket, { op: OP.ack })
  }

  function isTooFast(socket: WebSocket): boolean {
    const since = world.now() - 60_000
    const recent = [...(sentAt.get(socket) ?? []).filter((at) => at > since), world.now()]
    sentAt.set(socket, recent)
    return recent.length > MAX_SENT_A_MINUTE
  }

  const decode = (raw: string): { readonly op: number; readonly d?: unknown } | null => {
    try {
      return Payload.parse(JSON.parse(raw))
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return null
      throw error
    }
  }

  function receive(socket: WebSocket, raw: string): void {
    const payload = decode(raw)
    if (!payload) return socket.close(4002, 'Error while decoding payload.')
    if (isTooFast(socket)) return socket.close(4008, 'Rate limited.')
    const { op, d } = payload
    if (op === OP.heartbeat) return heartbeat(socket, d)
    if (op === OP.identify) return identify(socket, d)
    if (op === OP.resume) return resume(socket, d)
    const session = sessionOf(socket)
    if (!session) return socket.close(4003, 'Not authenticated.')
    if (op === OP.members) return requestMembers(session, d)
    if (op !== OP.presence && op !== OP.voice) socket.close(4001, 'Unknown opcode.')
  }

  server.on('connection', (socket) => {
    gateway.connections++
    socket.on('message', (raw: Buffer) => receive(socket, raw.toString()))
    socket.on('close', (code) => {
      const session = sessionOf(socket)
      if (!session) return
      session.socket = null
      session.lostAt = world.now()
      // A bot that closes with one of these codes does not want to resume.
      if (code === 1000 || code === 1001) sessions.delete(session.id)
    })
    send(socket, { op: OP.hello, d: { heartbeat_interval: gateway.heartbeatMs, _trace: [] } })
  })

  const gateway = {
    /** Number of sockets opened, and of IDENTIFYs, RESUMEs and heartbeats received so far. */
    connections: 0,
    identifies: 0,
    resumes: 0,
    heartbeats: 0,
    /** The intents of the last IDENTIFY. */
    intents: 0,
    /** The content of the next HELLO. */
    heartbeatMs: 41_250,
    /** The remaining number of IDENTIFYs that GET /gateway/bot reports. */
    sessionStarts: { total: 1000, remaining: 1000, resetAfterMs: 86_400_000 },
    /** Whether a bot is connected and identified. */
    isOpen: (): boolean => [...sessions.values()].some(({ socket }) => socket !== null),
    /** Closes each connection with a code; 4000 can be resumed, 4009 is a session that timed out. */
    close: (code = 4000): void => {
      for (const session of sessions.values()) if (code === 4007 || code === 4009) sessions.delete(session.id)
      for (const socket of server.clients) socket.close(code)
    },
    /** Cuts each connection without a close frame, as a broken network does. */
    cut: (): void => {
      for (const socket of server.clients) socket.terminate()
    },
    /** While true, no connection is accepted. */
    refuse: (refusing: boolean): void => void (isRefusing = refusing),
    /** While true, heartbeats are not acknowledged. */
    silent: (silent: boolean): void => void (isSilent = silent),
    /** Asks the bot to reconnect and resume (op 7). */
    reconnectOp: (): void => {
      for (const socket of server.clients) send(socket, { op: OP.reconnect, d: null })
    },
    /** Tells the bot that its session is no longer valid (op 9); unless it may resume, it has to identify again. */
    invalidSession: (resumable = false): void => {
      if (!resumable) sessions.clear()
      for (const socket of server.clients) send(socket, { op: OP.invalidSession, d: resumable })
    },
    /** Sends any event, for events without a function of their own. */
    dispatch: ({ name, intents, data }: DispatchEvent): void => {
      for (const session of sessions.values()) {
        if (!session.socket && world.now() - session.lostAt > SESSION_MS) sessions.delete(session.id)
        else if (intents === 0 || (session.intents & intents) !== 0)
          dispatch(session, name, typeof data === 'function' ? data(session.intents) : data)
      }
    },
  }

  return {
    control: gateway,
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      if (isRefusing) socket.destroy()
      else server.handleUpgrade(request, socket, head, (open) => void server.emit('connection', open, request))
    },
    stop: (): void => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
