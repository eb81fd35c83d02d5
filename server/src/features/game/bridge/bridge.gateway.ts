import {
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  BridgeAuth,
  ERROR_STATUS,
  EventKind,
  HANDLED_BY_EVERY_BRIDGE,
  MESSAGES,
  TO_BRIDGE,
  TO_PORTAL,
  type BridgePayload,
  type BridgeRefusal,
  type BridgeRefused,
  type BridgeToPortal,
  type ErrorCode,
  type HandledByEveryBridge,
  type PortalAnswer,
  type PortalPayload,
  type PortalToBridge,
  type ToBridge,
  type ToPortal,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import type { Authenticator, Origin } from '../../../platform/auth/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/error-handler.ts'
import { BRIDGE_IN_FLIGHT, BRIDGE_SOCKET } from '../../../platform/limits/limits.ts'
import { admissionMiddleware, callerWith, type Admission } from '../../../platform/realtime/admission.ts'
import type { Exchange } from '../../../platform/realtime/exchange.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { createTurns } from '../../../platform/turns.ts'

const ASK_MS = 5000
/** Messages that must be handled sequentially, in the order they were sent. */
const IN_TURN: readonly ToPortal[] = ['hello', 'player.joined', 'player.left', 'event']

type LinkData = { link: Link; apiKey: string }
type BridgeSocket = Socket<BridgeToPortal, PortalToBridge, Record<never, () => void>, LinkData>

/** A live connection of a game server to this node. */
export type Link = {
  readonly serverId: number
  readonly keyId: number
  /** The server of a simulated game. */
  readonly isSimulated: boolean
  readonly origin: Origin
  readonly tell: <M extends ToBridge>(message: M, payload: BridgePayload<M>) => void
  /** Whether the bridge named the message in its `hello`. */
  readonly handles: (message: ToBridge) => boolean
  /** Set after its `hello`, to the messages that the bridge named in it. */
  readonly greet: (knows: readonly string[]) => void
  /** Resolves once all earlier messages that must be handled in order have been handled. */
  readonly settled: () => Promise<unknown>
  isGreeted: boolean
  inHand: number
}

type Done<M extends ToPortal> = Omit<Extract<PortalAnswer<M>, { ok: true }>, 'ok'>
type Handler<M extends ToPortal> = (link: Link, payload: PortalPayload<M>) => Promise<Done<M>>
export type Handlers = { readonly [M in ToPortal]: Handler<M> }

type AnswerTo<M extends ToBridge> = (typeof TO_BRIDGE)[M]['answer'] extends z.ZodType ? z.output<(typeof TO_BRIDGE)[M]['answer']> : never
export type Answer<T> = { readonly kind: 'answered'; readonly answer: T } | { readonly kind: 'not connected' | 'no answer' }

type Options = {
  readonly realtime: Realtime
  readonly authenticator: Authenticator
  /** A server in use; undefined if there is none. */
  readonly findServer: (serverId: number) => Promise<{ readonly isSimulated: boolean } | undefined>
  readonly handlers: Handlers
  readonly onPositions: (link: Link, frame: Uint8Array) => void
  readonly onClosed: (link: Link) => void
  readonly record: (exchange: Exchange) => void
  readonly recordAdmission: (admission: Admission) => void
  readonly log: FastifyBaseLogger
}
export type Gateway = ReturnType<typeof createGateway>

/** Endpoint for game servers: authenticates them, keeps one connection per server, and routes messages to handlers. */
export function createGateway({
  realtime,
  authenticator,
  findServer,
  handlers,
  onPositions,
  onClosed,
  record,
  recordAdmission,
  log,
}: Options) {
  const bridges = realtime.namespace<BridgeToPortal, PortalToBridge, LinkData>(BRIDGE_NAMESPACE, BRIDGE_SOCKET)
  const links = new Map<number, Link>()
  /** Per server rather than per connection: work left by an older connection is finished first. */
  const { inTurn } = createTurns<number>()

  const recordSent = (
    to: Pick<Exchange, 'serverId' | 'keyId' | 'requestId'>,
    message: ToBridge,
    payload: unknown,
    answer: Partial<Exchange> = {},
  ) =>
    record({
      ...to,
      isToGame: true,
      message,
      status: 200,
      milliseconds: 0,
      bytesIn: 0,
      bytesOut: bytesOf(payload),
      code: null,
      error: null,
      ...answer,
    })

  const refusalOf = async (socket: BridgeSocket): Promise<BridgeRefusal | LinkData> => {
    const auth = BridgeAuth.safeParse(socket.handshake.auth)
    if (!auth.success) return 'api_key_missing'
    if (auth.data.protocol !== BRIDGE_PROTOCOL) return 'protocol_unsupported'
    const origin = originOf(socket, realtime.addressOf(socket))
    const caller = await callerWith(authenticator, { apiKey: auth.data.apiKey, token: undefined }, origin)
    if (!caller) return 'api_key_invalid'
    const { serverId, keyId } = caller
    if (!caller.keyScopes.includes('bridge') || serverId === null || keyId === null) return 'forbidden'
    const server = await findServer(serverId)
    if (!server) return 'forbidden'
    const { isSimulated } = server
    const tell: Link['tell'] = (message, payload) => {
      if (!isHandledByEveryBridge(message) && !known.has(message)) return
      const parsed = TO_BRIDGE[message].payload.parse(payload)
      untyped(socket).emit(message, parsed)
      // Messages of a simulated game are of no use to anyone who looks for what went wrong.
      if (!isSimulated) recordSent({ serverId, keyId, requestId: origin.requestId }, message, parsed)
    }
    let known: ReadonlySet<string> = new Set()
    const greet = (knows: readonly string[]) => {
      known = new Set(knows)
      for (const message of ASKED) if (known.has(message)) void socket.join(channelOf(serverId, message))
      link.isGreeted = true
    }
    const settled = () => inTurn(serverId, async () => undefined)
    const handles = (message: ToBridge) => known.has(message)
    const link: Link = { serverId, keyId, isSimulated, origin, tell, handles, greet, settled, isGreeted: false, inHand: 0 }
    return { apiKey: auth.data.apiKey, link }
  }

  bridges.use(
    admissionMiddleware<BridgeSocket, BridgeRefusal>({
      look: refusalOf,
      note: (socket, refusal, milliseconds) => {
        const { data: auth } = BridgeAuth.safeParse(socket.handshake.auth)
        if (auth && !socket.data.link?.isSimulated)
          recordAdmission({ apiKey: auth.apiKey, refusal: refusal && REFUSALS[refusal], milliseconds, requestId: socket.id })
      },
      onError: (error) => log.error({ err: error }, 'a game server could not be authenticated'),
    }),
  )

  bridges.on('connection', (socket) => {
    const { link } = socket.data
    const channel = channelOf(link.serverId)
    void socket.join(channel)
    links.set(link.serverId, link)
    bridges.to(channel).except(socket.id).emit('replaced', {})
    bridges.in(channel).except(socket.id).disconnectSockets(true)
    for (const message of Object.keys(TO_PORTAL) as ToPortal[]) {
      untyped(socket).on(message, (payload, reply) => {
        if (typeof reply === 'function') void receive(link, message, payload).then(reply)
      })
    }
    socket.on('positions', (frame) => {
      if (link.isGreeted && isCurrent(link) && frame instanceof Uint8Array) onPositions(link, frame)
    })
    socket.on('disconnect', () => {
      const wasCurrent = isCurrent(link)
      if (wasCurrent) links.delete(link.serverId)
      if (wasCurrent && link.isGreeted) onClosed(link)
    })
    // A revocation between authentication and now was not applied to this connection.
    void recheck(link.serverId)
  })

  const isCurrent = (link: Link) => links.get(link.serverId) === link

  async function receive<M extends ToPortal>(link: Link, message: M, payload: unknown): Promise<PortalAnswer<M> | BridgeRefused> {
    const started = performance.now()
    const answer = await answerTo(link, message, payload).catch((error: unknown) => refused(error))
    if (link.isSimulated) return answer
    record({
      serverId: link.serverId,
      keyId: link.keyId,
      isToGame: false,
      message: message === 'event' ? nameOf(payload) : message,
      status: answer.ok ? 200 : (ERROR_STATUS[answer.code as ErrorCode] ?? 500),
      milliseconds: performance.now() - started,
      bytesIn: bytesOf(payload),
      bytesOut: bytesOf(answer),
      code: answer.ok ? null : answer.code,
      error: answer.ok ? null : answer.message,
      requestId: link.origin.requestId,
    })
    return answer
  }

  async function answerTo<M extends ToPortal>(link: Link, message: M, payload: unknown): Promise<PortalAnswer<M>> {
    const parsed = TO_PORTAL[message].payload.safeParse(payload)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new AppError('invalid_input', `${[message, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'not valid'}`)
    }
    if (link.inHand >= BRIDGE_IN_FLIGHT) throw new AppError('unavailable', 'Too much at once: wait for the answers')
    const handle = async () => {
      if (!isCurrent(link)) throw new AppError('unavailable', 'Another connection of this server has replaced this one')
      if (message !== 'hello' && !link.isGreeted) throw new AppError('unavailable', 'Send hello first')
      const work: Handler<M> = handlers[message]
      const done = await work(link, parsed.data as PortalPayload<M>)
      return TO_PORTAL[message].answer.parse({ ok: true, ...done }) as PortalAnswer<M>
    }
    link.inHand += 1
    try {
      return await (IN_TURN.includes(message) ? inTurn(link.serverId, handle) : handle())
    } finally {
      link.inHand -= 1
    }
  }

  const refused = (error: unknown): BridgeRefused => {
    const { code, message, status } = asAppError(error instanceof Error ? error : new Error(String(error)))
    if (status >= 500 && !(error instanceof AppError)) log.error({ err: error }, 'a message of a game server could not be handled')
    return { ok: false, code, message, isFinal: isFinal(code) }
  }

  async function recheck(serverId?: number): Promise<void> {
    for (const socket of bridges.sockets.values()) {
      const { link } = socket.data
      if (serverId !== undefined && link.serverId !== serverId) continue
      try {
        if (typeof (await refusalOf(socket)) !== 'string') continue
        link.tell('ended', {})
        socket.disconnect(true)
      } catch (error) {
        log.error({ err: error }, 'a game server could not be rechecked')
      }
    }
  }

  return {
    /** Servers connected to this node. */
    links: (): Iterable<Link> => [...links.values()].filter(({ isGreeted }) => isGreeted),
    link: (serverId: number): Link | undefined => {
      const link = links.get(serverId)
      return link?.isGreeted ? link : undefined
    },
    /**
     * Sends to a server on whichever node it is connected to. Only for messages that every bridge handles, because this node does not know
     * which others the bridge named.
     */
    tell: <M extends HandledByEveryBridge>(serverId: number, message: M, payload: BridgePayload<M>): void =>
      void untyped(bridges.to(channelOf(serverId))).emit(message, TO_BRIDGE[message].payload.parse(payload)),
    /** Ends connections whose key or server is no longer valid. */
    recheck,
    /** Sends to a server on whichever node it is connected to, and awaits its answer. A bridge that does not know the message counts as not connected. */
    ask: async <M extends 'whitelist' | 'whitelist.changed' | Asked>(
      serverId: number,
      message: M,
      payload: BridgePayload<M>,
    ): Promise<Answer<AnswerTo<M>>> => {
      const started = performance.now()
      const link = links.get(serverId)
      const to = { serverId, keyId: link?.keyId ?? null, requestId: link?.origin.requestId ?? '' }
      const note = (answer: Partial<Exchange>) => {
        if (!link?.isSimulated) recordSent(to, message, payload, { milliseconds: performance.now() - started, ...answer })
      }
      try {
        const answers: unknown[] = await untyped(
          bridges.to(isAsked(message) ? channelOf(serverId, message) : channelOf(serverId)).timeout(ASK_MS),
        ).emitWithAck(message, payload)
        if (answers.length === 0) return { kind: 'not connected' }
        const parsed = TO_BRIDGE[message].answer.safeParse(answers[0])
        note(parsed.success ? { bytesIn: bytesOf(answers[0]) } : NOT_UNDERSTOOD)
        return parsed.success ? { kind: 'answered', answer: parsed.data as AnswerTo<M> } : { kind: 'no answer' }
      } catch {
        note(NO_ANSWER)
        return { kind: 'no answer' }
      }
    },
  }
}

const REFUSALS: Record<BridgeRefusal, NonNullable<Admission['refusal']>> = {
  api_key_missing: { code: 'api_key_missing', status: 401, message: 'The game server named no key' },
  api_key_invalid: { code: 'api_key_invalid', status: 401, message: 'The key was revoked or replaced' },
  forbidden: { code: 'forbidden', status: 403, message: 'The key is not one of a game server, or its server is retired' },
  protocol_unsupported: { code: 'protocol_unsupported', status: 426, message: 'Bridge and portal speak different versions: update both' },
  internal: { code: 'internal', status: 500, message: MESSAGES.default },
}

const NO_ANSWER = { status: 504, code: 'no answer', error: `The game server did not answer within ${ASK_MS / 1000} seconds` } as const
const NOT_UNDERSTOOD = { status: 502, code: 'not understood', error: 'The answer of the game server does not match the protocol' } as const

const EventName = z.object({ kind: EventKind })
/** Events are logged by their kind. */
const nameOf = (payload: unknown): string => {
  const named = EventName.safeParse(payload)
  return named.success ? `event/${named.data.kind}` : 'event'
}
const bytesOf = (value: unknown): number => {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '')
  } catch {
    // Nested too deeply to be serialized; it is refused anyway, so its size doesn't matter.
    return 0
  }
}

const EVERY: ReadonlySet<ToBridge> = new Set(HANDLED_BY_EVERY_BRIDGE)
const isHandledByEveryBridge = (message: ToBridge): boolean => EVERY.has(message)

/**
 * Messages with an answer that not every bridge handles. A bridge that handles one joins a channel named after it, so that any node can ask
 * it.
 */
const ASKED = ['penalty', 'ace-groups'] as const satisfies readonly ToBridge[]
type Asked = (typeof ASKED)[number]
const isAsked = (message: ToBridge): message is Asked => ASKED.some((each) => each === message)

const channelOf = (serverId: number, message?: Asked) => (message === undefined ? `server:${serverId}` : `server:${serverId}:${message}`)

/** Whether a retry would be refused again. */
export const isFinal = (code: ErrorCode): boolean => ERROR_STATUS[code] < 500 && code !== 'too_many_attempts'

const originOf = (socket: BridgeSocket, address: string): Origin => ({
  address,
  userAgent: (socket.handshake.headers['user-agent'] ?? '').slice(0, 300),
  requestId: socket.id,
})

type Untyped = {
  readonly on: (message: string, listener: (payload: unknown, reply?: (answer: unknown) => void) => void) => unknown
  readonly emit: (message: string, payload: unknown) => unknown
  readonly emitWithAck: (message: string, payload: unknown) => Promise<unknown[]>
}
/** The message name is only known at run time; payloads have been parsed. */
const untyped = (emitter: unknown): Untyped => emitter as Untyped
