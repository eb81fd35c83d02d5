import {
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  BRIDGE_REPLACED_WAIT_MS,
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
import type { z } from 'zod'

const ANSWER_MS = 10_000

type AnswerTo<M extends ToBridge> = (typeof TO_BRIDGE)[M]['answer'] extends z.ZodType ? z.output<(typeof TO_BRIDGE)[M]['answer']> : void
export type PortalHandlers = { readonly [M in ToBridge]?: (payload: BridgePayload<M>) => AnswerTo<M> }

type Options = {
  readonly url: string
  readonly apiKey: string
  readonly handlers: PortalHandlers
  readonly onConnect: () => void
  readonly onDisconnect: () => void
  readonly print: (line: string) => void
}

/** The one connection to the portal, opened from here: WebSocket, and HTTP where something in between allows nothing else. */
export function connectPortal({ url, apiKey, handlers, onConnect, onDisconnect, print }: Options) {
  const socket: Socket<PortalToBridge, BridgeToPortal> = io(new URL(BRIDGE_NAMESPACE, url).href, {
    path: REALTIME_PATH,
    auth: { apiKey, protocol: BRIDGE_PROTOCOL },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
  })
  /** The parse says what comes and goes, not the types of the library. */
  const untyped: Socket = socket
  let lastSaid = ''
  const say = (line: string) => {
    if (line !== lastSaid) print(line)
    lastSaid = line
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  const retryIn = (ms: number) => {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), ms)
  }
  socket.on('connect', onConnect)
  socket.on('disconnect', (reason) => {
    onDisconnect()
    say('The portal is away. What happens meanwhile is kept and delivered when it is back.')
    if (reason === 'io server disconnect') retryIn(BRIDGE_REPLACED_WAIT_MS)
  })
  socket.on('connect_error', (error) => {
    say(`No connection to ${url}: ${error.message}`)
    // The library gives up where the portal itself refused: the key may be mended there.
    if (!socket.active) retryIn(BRIDGE_REPLACED_WAIT_MS)
  })
  for (const message of Object.keys(handlers) as ToBridge[]) follow(message)

  function follow(message: ToBridge): void {
    const listen = (payload: unknown, reply?: (answer: unknown) => void): void => {
      const parsed = TO_BRIDGE[message].payload.safeParse(payload)
      if (!parsed.success) return print(`The portal sent a ${message} that this version does not understand`)
      const handler = handlers[message] as ((payload: unknown) => unknown) | undefined
      const answer = handler?.(parsed.data)
      reply?.(answer)
    }
    untyped.on(message, listen)
  }

  return {
    isConnected: () => socket.connected,
    /** Undefined where no answer came, or none that could be understood. */
    ask: async <M extends ToPortal>(
      message: M,
      payload: z.input<(typeof TO_PORTAL)[M]['payload']>,
    ): Promise<PortalAnswer<M> | undefined> => {
      if (!socket.connected) return undefined
      const { promise, resolve } = Promise.withResolvers<unknown>()
      untyped.timeout(ANSWER_MS).emit(message, payload, (error: Error | null, answer: unknown) => resolve(error ? undefined : answer))
      const parsed = TO_PORTAL[message].answer.safeParse(await promise)
      return parsed.success ? (parsed.data as PortalAnswer<M>) : undefined
    },
    sendPositions: (frame: Uint8Array) => void socket.volatile.emit('positions', frame),
    say,
    close: () => {
      clearTimeout(retry)
      socket.disconnect()
    },
  }
}
export type Portal = ReturnType<typeof connectPortal>
