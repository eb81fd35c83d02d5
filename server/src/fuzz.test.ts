import { randomUUID } from 'node:crypto'
import {
  DISPLAY_NAMESPACE,
  ENDPOINTS,
  EVENT_PAYLOADS,
  HEADERS,
  MapRequest,
  REALTIME_PATH,
  ROOMS,
  TO_PORTAL,
  TrailRequest,
  type Endpoint,
  type EventKind,
  type RoomName,
  type ToPortal,
} from '@tenfour/contract'
import * as fc from 'fast-check'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { issueKey } from './platform/auth/api-keys.ts'
import { MAX_ROOMS_PER_SOCKET, MEMBER_SOCKET } from './platform/limits/limits.ts'
import { connectBridge, linkPlayer, steamOf } from './testing/test-bridge.ts'
import { addFuzzCallers, APPLICANT, FUZZ_CALLERS, type FuzzCallers } from './testing/test-fuzz.ts'
import { honest, mostlyHonest, POISON } from './testing/test-inputs.ts'
import { fullOr, numberFrom } from './testing/test-length.ts'
import { startTestPortal, WEB_KEY, type TestPortal, type TestSocket } from './testing/test-portal.ts'

/** `FUZZ_RUNS=200000 FUZZ_SEED=7` runs longer, or with another seed; a failure prints the seed. `TEST_FULL=1` runs longer too. */
const MANY_RUNS = 20_000
const RUNS = numberFrom('FUZZ_RUNS', fullOr(MANY_RUNS, 3000))
const SEED = numberFrom('FUZZ_SEED', 104)
const AT_ONCE = 8
const ROUND = 1000
/** For each endpoint that chance has left out. */
const MORE = RUNS >= MANY_RUNS ? 200 : 10
const MORE_AT_ONCE = 200
const LONGEST_MS = 30 * 60_000

let t: TestPortal
let callers: FuzzCallers
let displayKey: string
const errors: string[] = []

beforeAll(async () => {
  t = await startTestPortal({
    logLevel: 'error',
    logTo: { write: (line) => void errors.push(line.slice(0, 600)) },
    // Nobody listens there. Without a client every call about linking would answer that Discord is not set up.
    discord: { clientId: '1001', clientSecret: 'of the tests', apiUrl: 'http://127.0.0.1:9/api', siteUrl: 'http://127.0.0.1:9' },
  })
  displayKey = await issueKey(t.db, {}, 'display', 'Screens', 1)
  callers = await addFuzzCallers(t)
})
afterAll(() => t.close())

const endpoints = Object.entries<Endpoint>(ENDPOINTS)
/** Hashing a password takes as long as fifty other calls. */
const SLOW = [
  'login',
  'validate',
  'createUser',
  'updateUser',
  'updateSelf',
  'startDiscordLink',
  'linkByDiscordCode',
  'register',
  'openRegistration',
]
const weighted = endpoints.map(([name, endpoint]) => ({
  weight: SLOW.includes(name) ? 2 : 6,
  arbitrary: fc.constant([name, endpoint] as const),
}))

type Request = { name: string; endpoint: Endpoint; caller: string; params: unknown; query: unknown; body: unknown; address: string }
const part = (schema: z.ZodType | undefined) => (schema ? honest(schema) : fc.constant(undefined))
const requestTo = ([name, endpoint]: readonly [string, Endpoint]): fc.Arbitrary<Request> =>
  fc
    .tuple(
      mostlyHonest(fc.record({ params: part(endpoint.params), query: part(endpoint.query), body: part(endpoint.body) })),
      // Prefer Root and others with many rights, because they get the farthest.
      fc.constantFrom(...FUZZ_CALLERS, 'root', 'root', 'admin', 'dispatcher', 'supervisor', 'civilian', 'judge'),
      fc.nat(250),
      fc.nat(250),
    )
    .map(([parts, caller, a, b]) => ({
      name,
      endpoint,
      caller: endpoint.access.kind === 'applicant' ? APPLICANT : caller,
      address: `10.${a}.${b}.7`,
      ...(parts as Pick<Request, 'params' | 'query' | 'body'>),
    }))
const request = fc.oneof(...weighted).chain(requestTo)

const inAddress = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // A lone surrogate can only be sent as bytes that are invalid UTF-8.
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}
const entriesOf = (value: unknown) => Object.entries((typeof value === 'object' && value) || {}).filter(([, each]) => each !== undefined)

const isOneOf = (value: unknown, ...ids: readonly number[]): boolean => ids.some((id) => value === id || value === String(id))
/** A content type that the endpoint accepts, the right one or not. */
const typeOf = ({ takes }: Endpoint, file: Uint8Array) => takes?.types[file.length % takes.types.length] ?? 'image/png'

const REFUSED_BEFORE = ['forbidden', 'session_invalid', 'too_many_attempts', 'api_key_missing', 'api_key_invalid']

async function send({ name, endpoint, caller, params, query, body, address }: Request) {
  const person = callers.people.get(caller)
  const given = new Map<string, unknown>(entriesOf(params))
  // Sometimes the caller's own id, as in most calls about a user.
  if (isOneOf(given.get('userId'), 1)) given.set('userId', person?.userId)
  // Units are on duty on server 1 only, and the supervisor's rank is one of department 2.
  if (isOneOf(given.get('serverId'), 2, 3, 7)) given.set('serverId', 1)
  if (isOneOf(given.get('departmentId'), 3, 4)) given.set('departmentId', 2)
  const path = endpoint.path.replace(/:(\w+)/g, (_all, param: string) => inAddress(given.get(param) ?? 'x'))
  const search = entriesOf(query).map(([key, value]) => `${encodeURIComponent(key)}=${inAddress(value)}`)
  const isFile = body instanceof Uint8Array
  const response = await t.app.http.inject({
    method: endpoint.method,
    url: `${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    remoteAddress: address,
    headers: {
      [HEADERS.apiKey]: endpoint.scope === 'display' ? displayKey : WEB_KEY,
      ...(caller === 'nobody' || !person ? {} : { authorization: `Bearer ${person.token}` }),
      ...(body === undefined ? {} : { 'content-type': isFile ? typeOf(endpoint, body) : 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  })
  const code = response.statusCode === 200 ? '' : (/"code":"(\w+)"/.exec(response.body)?.[1] ?? '')
  const takes = (schema: z.ZodType | undefined, value: unknown) => !schema || schema.safeParse(value).success
  const isTaken = takes(endpoint.params, params) && takes(endpoint.query, query) && takes(endpoint.body, body)
  return {
    name,
    status: response.statusCode,
    /** Passed the checks of key, session, access and input: done, or refused because of the data. */
    isReached: isTaken && !REFUSED_BEFORE.includes(code),
    sent: JSON.stringify({ caller, params, query, body })?.slice(0, 400),
  }
}

test(`no call fails internally, whatever is sent (seed ${SEED})`, { timeout: LONGEST_MS }, async () => {
  const failures: string[] = []
  const reached = new Map<string, number>()
  const sendAll = async (queue: Request[]) => {
    const worker = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { name, status, isReached, sent } = await send(next)
        if (status >= 500) failures.push(`${status} ${name} ${sent}`)
        if (isReached) reached.set(name, (reached.get(name) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
  for (let round = 0; round * ROUND < RUNS; round += 1) {
    await callers.restore()
    await sendAll(fc.sample(request, { seed: SEED + round, numRuns: Math.min(ROUND, RUNS - round * ROUND) }))
  }
  const total = [...reached.values()].reduce((sum, count) => sum + count, 0)
  // Chance leaves out a few of those that hardly anyone may call.
  const leftOut = endpoints.filter(([name]) => !reached.has(name))
  const requests = leftOut.flatMap((endpoint) => fc.sample(requestTo(endpoint), { seed: SEED, numRuns: MORE }))
  while (requests.length > 0) {
    await callers.restore()
    await sendAll(requests.splice(0, MORE_AT_ONCE))
  }
  expect({ seed: SEED, failures: failures.slice(0, 10), errors: failures.length > 0 ? errors.slice(0, 5) : [] }).toEqual({
    seed: SEED,
    failures: [],
    errors: [],
  })
  expect(total / RUNS).toBeGreaterThan(0.15)
  if (RUNS < MANY_RUNS) return
  expect(leftOut.length).toBeLessThan(endpoints.length / 20)
  expect(endpoints.map(([name]) => name).filter((name) => !reached.has(name))).toEqual([])
})

const SOCKET_RUNS = Math.ceil(RUNS / 20)
/** A socket that sends a longer message is cut off. */
const isShort = (said: unknown) => Buffer.byteLength(JSON.stringify(said) ?? '') < MEMBER_SOCKET.messageBytes - 200

test(`no socket message fails internally (seed ${SEED})`, { timeout: LONGEST_MS }, async () => {
  await callers.restore()
  const sockets = await Promise.all(['root', 'staff', 'officer', 'dispatcher', 'civilian', 'admin', 'legal'].map(openTalk))
  const joins = (Object.keys(ROOMS) as RoomName[]).map((room) =>
    honest(ROOMS[room].params).map((params) => ['join', { room, params }] as const),
  )
  const others = [
    honest(MapRequest).map((asked) => ['map.join', asked] as const),
    honest(MapRequest).map((asked) => ['map.key', asked] as const),
    honest(TrailRequest).map((asked) => ['map.trails', asked] as const),
  ]
  const said = fc
    .oneof(...joins, ...others)
    .chain(([event, asked]) => fc.tuple(fc.constant(event), mostlyHonest(fc.constant(asked)), fc.nat()))
    .filter(([, asked]) => isShort(asked))
  const codes = new Map<string, number>()
  for (const [event, asked, which] of fc.sample(said, { seed: SEED, numRuns: SOCKET_RUNS })) {
    const socket = await sockets[which % sockets.length]!()
    const reply: unknown = await untyped(socket).timeout(10_000).emitWithAck(event, asked)
    const { ok, code = '' } = Reply.parse(reply)
    codes.set(ok ? 'ok' : code, (codes.get(ok ? 'ok' : code) ?? 0) + 1)
    expect(code, JSON.stringify({ seed: SEED, event, asked })).not.toBe('internal')
  }
  expect(codes.get('ok')).toBeGreaterThan(SOCKET_RUNS / 20)
  expect(codes.get('too_many_attempts')).toBeUndefined()
  const root = sockets[0]!
  for (const event of ['leave', 'echo', 'map.leave', 'nothing'])
    for (const poison of POISON.filter(isShort)) untyped(await root()).emit(event, poison)
  const last: unknown = await untyped(await root())
    .timeout(10_000)
    .emitWithAck('join', { room: 'servers', params: {} })
  expect(Reply.parse(last).ok).toBe(true)
})

/** Opens a new socket before the old one exceeds its message rate or room limit. */
async function openTalk(caller: string): Promise<() => Promise<TestSocket>> {
  const { token } = callers.people.get(caller)!
  let socket = await t.connect(token)
  let said = 0
  return async () => {
    said += 1
    if (said % MAX_ROOMS_PER_SOCKET > 0) return socket
    socket.disconnect()
    socket = await t.connect(token)
    return socket
  }
}

test(
  `no message of a game server fails internally, and invalid input is refused finally (seed ${SEED})`,
  {
    timeout: LONGEST_MS,
  },
  async () => {
    await callers.restore()
    for (const caller of ['officer', 'civilian'])
      await linkPlayer(t, callers.people.get(caller)!.userId, callers.people.get(caller)!.userId)
    const players = ['officer', 'civilian'].map((caller) => ({
      name: caller,
      identifiers: { steam: steamOf(callers.people.get(caller)!.userId) },
    }))
    const bridge = await connectBridge(t)
    await bridge.hello({ players: players.map((player, index) => ({ ...player, source: index + 1 })) })
    const messages = (Object.keys(TO_PORTAL) as ToPortal[]).filter((message) => message !== 'event' && message !== 'hello')
    const plain = messages.map((message) => fc.tuple(fc.constant(message), honest(TO_PORTAL[message].payload)))
    const happened = (Object.keys(EVENT_PAYLOADS) as EventKind[]).map((kind) =>
      fc
        .tuple(honest(EVENT_PAYLOADS[kind]), honest(TO_PORTAL.event.payload), fc.constantFrom(...players, null))
        .map(([payload, event, player]) => ['event', { ...(event as object), kind, payload, player }] as const),
    )
    const said = fc
      .oneof(...plain, ...happened)
      .chain(([message, payload]) => fc.tuple(fc.constant(message), mostlyHonest(fc.constant(payload))))
    let done = 0
    for (const [message, payload] of fc.sample(said, { seed: SEED, numRuns: SOCKET_RUNS })) {
      // Each event is unique, unless its id is the invalid part.
      const isHonestId = message === 'event' && z.object({ id: z.uuid() }).safeParse(payload).success
      const answer = await bridge.say(message, isHonestId ? { ...(payload as object), id: randomUUID() } : payload)
      if (answer.ok) done += 1
      const sent = JSON.stringify({ seed: SEED, message, payload, answer }).slice(0, 600)
      expect(answer.ok || answer.code !== 'internal', sent).toBe(true)
      expect(answer.ok || answer.code !== 'invalid_input' || answer.isFinal, sent).toBe(true)
    }
    expect(done).toBeGreaterThan(SOCKET_RUNS / 10)
  },
)

test('no handshake of a screen fails internally', async () => {
  const auth = { apiKey: displayKey, serverId: 1, screen: 'board' }
  for (const field of Object.keys(auth)) {
    for (const poison of POISON)
      expect(await openScreen({ ...auth, [field]: poison }), JSON.stringify([field, poison])).not.toBe('internal')
  }
})

/** The refusal code; undefined if accepted. */
const openScreen = async (auth: object): Promise<string | undefined> => {
  const socket = io(`${t.url}${DISPLAY_NAMESPACE}`, {
    path: REALTIME_PATH,
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  try {
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(undefined))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  } finally {
    socket.disconnect()
  }
}

const Reply = z.object({ ok: z.boolean(), code: z.string().optional() })
type Untyped = {
  readonly emit: (event: string, ...args: unknown[]) => unknown
  readonly timeout: (ms: number) => { readonly emitWithAck: (event: string, ...args: unknown[]) => Promise<unknown> }
}
const untyped = (socket: TestSocket): Untyped => socket as unknown as Untyped
