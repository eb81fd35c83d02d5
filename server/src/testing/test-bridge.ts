import {
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  REALTIME_PATH,
  TO_PORTAL,
  type BridgePayload,
  type GamePlayer,
  type PortalAnswer,
  type PortalPayload,
  type ToBridge,
  type ToPortal,
} from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'
import { issueKey } from '../platform/auth/api-keys.ts'
import { until, type TestPortal } from './test-portal.ts'

export type TestBridge = {
  readonly socket: Socket
  readonly say: <M extends ToPortal>(message: M, payload: unknown) => Promise<PortalAnswer<M>>
  readonly hello: (over?: Partial<PortalPayload<'hello'>>) => Promise<PortalAnswer<'hello'>>
  /** Messages received, oldest first; each is consumed once. */
  readonly received: { readonly message: ToBridge; readonly payload: unknown }[]
  /** The next message of this kind that satisfies the condition. */
  readonly receive: <M extends ToBridge>(message: M, isIt?: (payload: BridgePayload<M>) => boolean) => Promise<BridgePayload<M>>
  /** Answers by kind of message; an answer may be a promise. */
  readonly answers: Map<ToBridge, (payload: unknown) => unknown>
}

export const steamOf = (number: number): string => `11000010${number.toString(16).padStart(7, '0')}`
export const gamePlayer = (source: number, over: Partial<GamePlayer> = {}): GamePlayer => ({
  source,
  name: `Player ${source}`,
  identifiers: { steam: steamOf(source) },
  ...over,
})

export const issueServerKey = (t: Pick<TestPortal, 'db'>, serverId = 1): Promise<string> =>
  issueKey(t.db, {}, 'server', `Server ${serverId}`, serverId)

type Options = { readonly key?: string; readonly protocol?: number; readonly transports?: string[]; readonly serverId?: number }

/** A game server's side of the connection. Rejects with the refusal. */
export async function connectBridge(t: Pick<TestPortal, 'db' | 'url'>, options: Options = {}): Promise<TestBridge> {
  const apiKey = options.key ?? (await issueServerKey(t, options.serverId))
  const socket: Socket = io(`${t.url}${BRIDGE_NAMESPACE}`, {
    path: REALTIME_PATH,
    auth: { apiKey, protocol: options.protocol ?? BRIDGE_PROTOCOL },
    transports: options.transports ?? ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  const received: TestBridge['received'] = []
  const answers: TestBridge['answers'] = new Map()
  socket.onAny((message: ToBridge, payload: unknown, reply?: (answer: unknown) => void) => {
    received.push({ message, payload })
    const answer = answers.get(message)
    if (answer && reply) void Promise.resolve(answer(payload)).then(reply)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', (error) => {
      socket.disconnect()
      reject(error)
    })
  })
  const say = async <M extends ToPortal>(message: M, payload: unknown): Promise<PortalAnswer<M>> =>
    TO_PORTAL[message].answer.parse(await socket.timeout(15_000).emitWithAck(message, payload)) as PortalAnswer<M>
  return {
    socket,
    say,
    received,
    answers,
    hello: (over = {}) =>
      say('hello', {
        protocol: BRIDGE_PROTOCOL,
        version: '1.0.0',
        resource: 'tenfour',
        maxPlayers: 64,
        players: [],
        whitelist: null,
        ...over,
      }),
    receive: async <M extends ToBridge>(message: M, isIt: (payload: BridgePayload<M>) => boolean = () => true) => {
      const find = () => received.findIndex((each) => each.message === message && isIt(each.payload as BridgePayload<M>))
      await until(`${message} heard`, () => find() >= 0)
      const [found] = received.splice(find(), 1)
      return found?.payload as BridgePayload<M>
    },
  }
}

/** Gives the member the Steam hex of the player with this source. */
export const linkPlayer = (t: Pick<TestPortal, 'db'>, userId: number, source: number) =>
  t.db
    .updateTable('users')
    .set({ steam_id: steamOf(source) })
    .where('id', '=', userId)
    .execute()
