import {
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  BRIDGE_REPLACED_WAIT_MS,
  BridgeRefusal,
  REALTIME_PATH,
  TO_BRIDGE,
  TO_PORTAL,
  type BridgePayload,
  type BridgeToPortal,
  type PortalAnswer,
  type PortalToBridge,
  type ToBridge,
  type ToPortal,
} from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'

const ANSWER_TIMEOUT_MS = 10_000
/** Internal errors of the portal are usually short-lived. */
const INTERNAL_ERROR_WAIT_MS = 5000

type AnswerTo<M extends ToBridge> = (typeof TO_BRIDGE)[M]['answer'] extends z.ZodType ? z.output<(typeof TO_BRIDGE)[M]['answer']> : void
export type PortalHandlers = { readonly [M in ToBridge]?: (payload: BridgePayload<M>) => AnswerTo<M> }

type Options = {
  readonly handlers: PortalHandlers
  readonly onConnect: () => void
  readonly onDisconnect: () => void
  readonly print: (line: string) => void
}

const REFUSALS: Readonly<Record<BridgeRefusal, string>> = {
  api_key_missing: 'it requires a key: set tenfour_key',
  api_key_invalid:
    'it does not know this key. It may be mistyped, revoked or expired: issue another in Manage Servers, and set tenfour_key',
  forbidden: 'this is not the key of a game server in use. Issue one in Manage Servers, on the page of this server',
  protocol_unsupported: 'it needs another version of this resource: download it in Manage Servers, and put its folder here again',
  internal: 'it had an internal error: see its log',
}
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name can not be resolved',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to that host',
  ECONNRESET: 'the connection is cut',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate can not be verified',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

/** The connection to the portal: WebSocket, or HTTP long polling where a proxy blocks that. */
export function connectPortal({ handlers, onConnect, onDisconnect, print }: Options) {
  let socket: Socket<PortalToBridge, BridgeToPortal> | undefined
  let lastLine = ''
  const say = (line: string) => {
    if (line !== lastLine) print(line)
    lastLine = line
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Messages that the connected portal named in its answer to `hello`; undefined until then. */
  let known: ReadonlySet<string> | undefined

  const close = () => {
    clearTimeout(retry)
    // Remove listeners first: events of the old socket no longer matter.
    socket?.off()
    socket?.disconnect()
    if (socket) onDisconnect()
    socket = undefined
    known = undefined
  }

  function open(url: string, apiKey: string): void {
    close()
    const opened: NonNullable<typeof socket> = io(new URL(BRIDGE_NAMESPACE, url).href, {
      path: REALTIME_PATH,
      auth: { apiKey, protocol: BRIDGE_PROTOCOL },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      forceNew: true,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 10_000,
    })
    socket = opened
    const retryIn = (ms: number) => {
      clearTimeout(retry)
      retry = setTimeout(() => opened.connect(), ms)
    }
    opened.on('connect', onConnect)
    opened.on('disconnect', (reason) => {
      known = undefined
      onDisconnect()
      say('The portal is away. Events are kept and delivered when it is back.')
      if (reason === 'io server disconnect') retryIn(BRIDGE_REPLACED_WAIT_MS)
    })
    opened.on('connect_error', (error) => {
      say(`No connection to ${url}: ${describeError(error)}.`)
      // Socket.IO does not reconnect after a refusal by the server, but the key may be fixed there.
      if (!opened.active) retryIn(error.message === ('internal' satisfies BridgeRefusal) ? INTERNAL_ERROR_WAIT_MS : BRIDGE_REPLACED_WAIT_MS)
    })
    for (const message of Object.keys(handlers) as ToBridge[]) subscribe(opened, message)
  }

  function subscribe(from: Socket, message: ToBridge): void {
    from.on(message, (payload: unknown, reply?: (answer: unknown) => void): void => {
      const parsed = TO_BRIDGE[message].payload.safeParse(payload)
      if (!parsed.success) return print(`The portal sent a ${message} that this version does not understand`)
      const handler = handlers[message] as ((payload: unknown) => unknown) | undefined
      try {
        const answer = handler?.(parsed.data)
        reply?.(answer)
      } catch (error) {
        // Without an acknowledgement, the portal knows that it was not applied.
        print(`A ${message} of the portal could not be followed: ${error instanceof Error ? error.message : String(error)}`)
      }
    })
  }

  return {
    open,
    isConnected: () => socket?.connected ?? false,
    greeted: (names: readonly string[]) => void (known = new Set(names)),
    /** Whether the portal handles a message that was added in a later version; undefined while no portal is connected. */
    knows: (message: ToPortal): boolean | undefined => known?.has(message),
    /** Undefined if there was no answer or an invalid one. */
    ask: async <M extends ToPortal>(
      message: M,
      payload: z.input<(typeof TO_PORTAL)[M]['payload']>,
    ): Promise<PortalAnswer<M> | undefined> => {
      const untyped: Socket | undefined = socket
      if (!untyped?.connected) return undefined
      const { promise, resolve } = Promise.withResolvers<unknown>()
      untyped
        .timeout(ANSWER_TIMEOUT_MS)
        .emit(message, payload, (error: Error | null, answer: unknown) => resolve(error ? undefined : answer))
      const parsed = TO_PORTAL[message].answer.safeParse(await promise)
      return parsed.success ? (parsed.data as PortalAnswer<M>) : undefined
    },
    sendPositions: (frame: Uint8Array) => void socket?.volatile.emit('positions', frame),
    say,
    close,
  }
}
export type Portal = ReturnType<typeof connectPortal>

/** The parts of a Socket.IO error that tell the cause: HTTP status or connection error. */
const TransportError = z.object({
  description: z.number().optional().catch(undefined),
  context: z
    .object({ statusText: z.object({ code: z.string() }) })
    .optional()
    .catch(undefined),
})

/** Error message for the console. */
function describeError(error: Error): string {
  const refusal = BridgeRefusal.safeParse(error.message)
  if (refusal.success) return `the portal refused the connection: ${REFUSALS[refusal.data]}`
  const { description: status, context } = TransportError.parse(error)
  if (status)
    return `the answer did not come from a portal, or a proxy refused the connection (${status})${status < 400 ? '; is it https?' : ''}`
  const code = context?.statusText.code
  return code === undefined ? error.message : (CONNECTION_ERRORS[code] ?? code)
}
