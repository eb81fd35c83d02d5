import { randomUUID } from 'node:crypto'
import {
  Capability,
  DISPLAY_NAMESPACE,
  ENDPOINTS,
  EVENT_PAYLOADS,
  HEADERS,
  MapRequest,
  REALTIME_PATH,
  ROOMS,
  TO_PORTAL,
  TrailRequest,
  WarrantContent,
  WarrantContentInput,
  WarrantState,
  type Endpoint,
  type EventKind,
  type Permission,
  type RoomName,
  type ToPortal,
} from '@tenfour/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { issueKey } from './platform/auth/api-keys.ts'
import { MAX_ROOMS_PER_SOCKET, MEMBER_SOCKET } from './platform/limits/limits.ts'
import { connectBridge, linkPlayer, steamOf } from './testing/test-bridge.ts'
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

type CallerOptions = { roles?: string[]; permissions?: Permission[]; departmentId?: number; type?: number; rank?: string }
const CALLERS: Readonly<Record<string, CallerOptions>> = {
  nobody: {},
  root: { roles: ['Root'] },
  admin: { roles: ['Admin'] },
  staff: { roles: ['Staff'] },
  'user manager': { permissions: ['MANAGE_USERS'] },
  officer: { departmentId: 2, type: 1 },
  supervisor: { departmentId: 2, type: 1, rank: 'Sergeant' },
  firefighter: { departmentId: 6, type: 1 },
  dispatcher: { departmentId: 5, type: 3 },
  civilian: { departmentId: 7, type: 1 },
  legal: { roles: ['Legal Services'] },
  judge: { roles: ['Legal Services Supervisor'] },
}
const DEPARTMENT: Readonly<Record<number, string>> = { 2: 'LSPD', 5: 'COMM', 6: 'FIRE', 7: 'CIV' }

let t: TestPortal
let displayKey: string
const errors: string[] = []
const people = new Map<string, { userId: number; token: string }>()
const departmentTypes = new Map<number, string>()

beforeAll(async () => {
  t = await startTestPortal({
    logLevel: 'error',
    logTo: { write: (line) => void errors.push(line.slice(0, 600)) },
    // Nobody listens there. Without a client every call about linking would answer that Discord is not set up.
    discord: { clientId: '1001', clientSecret: 'of the tests', apiUrl: 'http://127.0.0.1:9/api', siteUrl: 'http://127.0.0.1:9' },
  })
  displayKey = await issueKey(t.db, {}, 'display', 'Screens', 1)
  for (const [name, { roles = [], permissions = [], departmentId }] of Object.entries(CALLERS)) {
    const departments = departmentId === undefined ? [] : [{ name: DEPARTMENT[departmentId] ?? '', isPrimary: true }]
    people.set(name, await t.addPerson({ name: `The ${name}`, roles, permissions, departments }))
  }
  for (const { id, type } of await t.db.selectFrom('departments').select(['id', 'type']).execute()) {
    if (DEPARTMENT[id] !== undefined) departmentTypes.set(id, type)
  }
  await addRecords()
  await addWarrants()
})
afterAll(() => t.close())

/** Of the civilian: licences, weapons, vehicles and what belongs to them. Every second person and vehicle is nobody's, to be claimed. */
async function addRecords(): Promise<void> {
  const [{ userId: civilian }, { userId: officer }] = [people.get('civilian')!, people.get('officer')!]
  const user = sql`case when n % 2 = 1 then ${civilian}::int end`
  await sql`insert into characters (user_id, name, born_on, medical_notes, origin)
    select ${user}, 'two words', '1990-01-31', 'Allergic', 'officer' from generate_series(1, 10) n`.execute(t.db)
  await sql`insert into vehicles (character_id, plate, vin, model, origin)
    select case when n % 2 = 1 then 1 end, n::text, '', 'x', 'officer' from generate_series(1, 10) n`.execute(t.db)
  await sql`insert into licences (character_id, type, state, expires_on)
    select 1 + 2 * (n % 5), (array['DRIVERS', 'CCW', 'CDL'])[1 + n / 5], (array['applied', 'granted', 'revoked'])[1 + n % 3], '2027-01-01'
    from generate_series(0, 9) n`.execute(t.db)
  await sql`insert into weapons (character_id, model, serial) select 1, 'x', n::text from generate_series(1, 7) n`.execute(t.db)
  await sql`insert into vehicle_transfers (vehicle_id, from_character_id, to_character_id) values (1, 1, 3), (3, 1, 3), (5, 1, 5)`.execute(
    t.db,
  )
  await sql`insert into record_claims (user_id, character_id, vehicle_id)
    select ${civilian}, 1, 2 * n from generate_series(1, 5) n`.execute(t.db)
  await sql`insert into bolos (server_id, kind, plate, name, words, description, match_key, reason, by_user_id, by_identifier, expires_at)
    select 1, 'vehicle', '1', '', '{}', '', '1', 'x', ${officer}, '', now() + interval '1 day' from generate_series(1, 7)`.execute(t.db)
}

/** In every state, the last two confidential; with drafts of those who write them. The ids are ones that honest input has. */
async function addWarrants(): Promise<void> {
  const [officer, legal, judge] = ['officer', 'legal', 'judge'].map((name) => people.get(name)!.userId)
  const content = WarrantContent.parse({
    type: 'arrest',
    subject: { kind: 'person', characterId: 1, name: 'two words', bornOn: '1990-01-31' },
    charges: [],
    searchFor: '',
    affidavit: 'x',
    callId: null,
    callTitle: null,
    reports: [],
    evidence: [],
    bail: null,
    days: null,
    isConfidential: false,
  })
  const states = [...WarrantState.options, 'active', 'expired']
  for (const [index, state] of states.entries()) {
    const isSigned = ['active', 'served', 'recalled', 'expired'].includes(state)
    const by = { userId: officer, name: 'The officer', identifier: '' }
    await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, department_id, server_id, content, subject_kind,
        character_id, subject_name, about, reviewer_id, signer_id, signed_at, expires_at, is_confidential, closed_at, served_return)
      values (${[1, 2, 3, 4, 5, 6, 7, 10, 23, 50][index]}, 'arrest', ${state}, 2026, ${index + 1}, ${officer}, '', 2, 1,
        ${JSON.stringify(content)}, 'person', 1, 'two words', 'x', ${state === 'review' ? legal : null}, ${isSigned ? judge : null},
        ${isSigned ? new Date() : null}, ${isSigned ? new Date(Date.now() + 86_400_000) : null}, ${index >= WarrantState.options.length},
        ${isClosed(state) ? new Date() : null},
        ${state === 'served' ? JSON.stringify({ servedAt: new Date(), location: 'x', postal: '', by, officers: [], isArrested: false, text: 'x' }) : null})`.execute(
      t.db,
    )
  }
  await sql`insert into warrant_servers (warrant_id, department_id) values (23, 2), (50, 2)`.execute(t.db)
  const draft = WarrantContentInput.parse({ type: 'search', subject: { kind: 'place', place: 'x' }, searchFor: 'x', affidavit: 'x' })
  await sql`insert into warrant_drafts (writer_id, writer_identifier, department_id, server_id, content)
    select (array[${officer}, ${legal}, ${judge}]::int[])[1 + n % 3], '', case when n % 3 = 0 then 2 end, case when n % 3 = 0 then 1 end,
      ${JSON.stringify(draft)}::jsonb from generate_series(0, 8) n`.execute(t.db)
}
const isClosed = (state: string): boolean => ['denied', 'served', 'recalled', 'expired'].includes(state)

/** Undoes what the callers did to each other: disabled, demoted, retired, made another kind of department, signed out. */
async function restoreState(): Promise<void> {
  await t.db.updateTable('servers').set({ retired_at: null }).where('id', '=', 1).execute()
  await sql`update ranks set capabilities = ${Capability.options} where department_id = 2 and name = 'Sergeant'`.execute(t.db)
  for (const [id, type] of departmentTypes) {
    await t.db.updateTable('departments').set({ retired_at: null, is_cad_enabled: true, type }).where('id', '=', id).execute()
  }
  for (const [name, { roles = [], permissions = [], departmentId, type, rank = '' }] of Object.entries(CALLERS)) {
    const { userId: user_id } = people.get(name)!
    await t.db.updateTable('users').set({ disabled_at: null, deleted_at: null }).where('id', '=', user_id).execute()
    const rows = await t.db
      .selectFrom('roles')
      .select('id')
      .where('name', 'in', [...roles, 'none'])
      .execute()
    for (const { id: role_id } of rows) {
      await t.db
        .insertInto('user_roles')
        .values({ user_id, role_id })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    for (const permission of permissions) {
      await t.db
        .insertInto('user_permissions')
        .values({ user_id, permission })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    const token = await t.openSession(user_id)
    people.set(name, { userId: user_id, token })
    if (departmentId === undefined) continue
    await sql`insert into user_departments (user_id, department_id, rank_id)
      values (${user_id}, ${departmentId}, (select id from ranks where department_id = ${departmentId} and name = ${rank}))
      on conflict (user_id, department_id) do update set rank_id = excluded.rank_id`.execute(t.db)
    const duty = { serverId: 1, departmentId, identifier: `F${user_id}`, type }
    await t.http(token).post('/api/patrol/unit/save', duty)
  }
}

const endpoints = Object.entries<Endpoint>(ENDPOINTS)
/** Hashing a password takes as long as fifty other calls. */
const SLOW = ['login', 'validate', 'createUser', 'updateUser', 'updateSelf', 'startDiscordLink', 'linkByDiscordCode']
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
      fc.constantFrom(...Object.keys(CALLERS), 'root', 'root', 'admin', 'dispatcher', 'supervisor', 'civilian', 'judge'),
      fc.nat(250),
      fc.nat(250),
    )
    .map(([parts, caller, a, b]) => ({
      name,
      endpoint,
      caller,
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
  const person = people.get(caller)
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
    await restoreState()
    await sendAll(fc.sample(request, { seed: SEED + round, numRuns: Math.min(ROUND, RUNS - round * ROUND) }))
  }
  const total = [...reached.values()].reduce((sum, count) => sum + count, 0)
  // Chance leaves out a few of those that hardly anyone may call.
  const leftOut = endpoints.filter(([name]) => !reached.has(name))
  const requests = leftOut.flatMap((endpoint) => fc.sample(requestTo(endpoint), { seed: SEED, numRuns: MORE }))
  while (requests.length > 0) {
    await restoreState()
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
  await restoreState()
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
  const { token } = people.get(caller)!
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
    await restoreState()
    for (const caller of ['officer', 'civilian']) await linkPlayer(t, people.get(caller)!.userId, people.get(caller)!.userId)
    const players = ['officer', 'civilian'].map((caller) => ({ name: caller, identifiers: { steam: steamOf(people.get(caller)!.userId) } }))
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
