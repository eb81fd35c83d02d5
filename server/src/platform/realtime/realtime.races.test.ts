import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REALTIME_PATH, ROOMS, type CurrentUser } from '@tenfour/contract'
import Fastify from 'fastify'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinRoom, nextEvent, until, type TestSocket } from '../../testing/test-portal.ts'
import type { Actor, Authenticator, Caller } from '../auth/actor.ts'
import { createCallerLimits } from '../http/caller-limits.ts'
import { createSwitches } from '../settings/switches.ts'
import { createRealtime, type Realtime } from './realtime.ts'
import type { RoomSources } from './rooms.ts'

/** Database answers in the order and at the time that a test chooses. */
let answers: (() => Promise<Caller | Actor>)[]
let http: Server
let realtime: Realtime
let rooms: RoomSources
let socket: TestSocket | undefined
let snapshot: () => Promise<{ seq: number; state: never[] }>

const nobody: Caller = { keyId: 1, serverId: null, keyScopes: ['portal'], address: '', userAgent: '', requestId: '' }
const actor = (roleGroups: Actor['subject']['roleGroups'] = []): Actor => ({
  ...nobody,
  userId: 1,
  sessionId: 1,
  user: {} as CurrentUser,
  subject: {
    userId: 1,
    roleGroups,
    permissions: [],
    signsWarrants: false,
    hasCadDepartment: false,
    isCivilian: false,
    departmentIds: [],
    capabilities: [],
    duty: null,
  },
})

beforeEach(async () => {
  answers = []
  snapshot = async () => ({ seq: 1, state: [] })
  const authenticator: Authenticator = {
    authenticate: () => (answers.length > 1 ? answers.shift()! : answers[0]!)(),
    lastKnown: () => undefined,
  }
  const source = { snapshot: () => snapshot() }
  rooms = Object.fromEntries(Object.keys(ROOMS).map((room) => [room, source])) as unknown as RoomSources
  http = createServer()
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const callerLimits = createCallerLimits({ authenticator, trustProxy: false })
  realtime = await createRealtime({
    http,
    authenticator,
    callerLimits,
    switches: createSwitches({ get: ({ fallback }) => fallback }),
    streamSeqs: async (keys) => keys.map(() => 1),
    portalUrl: undefined,
    redis: undefined,
    log: Fastify().log,
  })
  realtime.serve([{ name: 'test', rooms }])
})
afterEach(async () => {
  socket?.disconnect()
  await realtime.close()
})

const connect = () => {
  const { port } = http.address() as AddressInfo
  socket = io(`http://127.0.0.1:${port}`, { path: REALTIME_PATH, transports: ['websocket'], forceNew: true, reconnection: false })
  return socket
}
const connected = (each: TestSocket) => new Promise<void>((resolve) => each.once('connect', resolve))

test('a room with no source, or with two, is refused', () => {
  expect(() => realtime.serve([])).toThrow('No source for the room user')
  expect(() =>
    realtime.serve([
      { name: 'one', rooms },
      { name: 'two', rooms },
    ]),
  ).toThrow('More than one source for the room user: one, two')
})

test('a session that ends while its socket is being authenticated does not leave it open', async () => {
  answers = [
    async () => {
      // The session was valid when it was looked up; the notification of its end finds no socket.
      realtime.endSession(1)
      return actor()
    },
    async () => nobody,
  ]
  const late = connect()
  await nextEvent(late, 'ended')
})

test('of two rechecks of a user the later one counts, whichever is answered first', async () => {
  answers = [async () => actor(['Staff'])]
  const member = connect()
  await connected(member)
  expect(await joinRoom(member, 'announcements', { departmentId: 2 })).toMatchObject({ ok: true })
  let answerFirst: (found: Actor) => void = () => undefined
  answers = [() => new Promise<Actor>((resolve) => (answerFirst = resolve)), async () => actor()]
  const closed = nextEvent(member, 'closed')
  const first = realtime.recheckUser(1)
  await realtime.recheckUser(1)
  expect(await closed).toBe('announcements:2')
  answerFirst(actor(['Staff']))
  await first
  expect(await joinRoom(member, 'announcements', { departmentId: 2 })).toMatchObject({ ok: false, code: 'forbidden' })
})

test('losing the role that a room requires leaves only that room', async () => {
  answers = [async () => actor(['Staff'])]
  const member = connect()
  await connected(member)
  await joinRoom(member, 'announcements', { departmentId: 2 })
  await joinRoom(member, 'servers')
  const deltas: unknown[] = []
  member.on('delta', (delta) => deltas.push(delta.key))
  answers = [async () => actor()]
  const closed = nextEvent(member, 'closed')
  await realtime.recheckUser(1)
  expect(await closed).toBe('announcements:2')
  realtime.publish('announcements', { departmentId: 2 }, 2, 'announcement.deleted', { announcementId: 1 })
  realtime.publish('servers', {}, 2, 'server.retired', { serverId: 1 })
  await until('the other room goes on', () => deltas.length > 0)
  expect(deltas).toEqual(['servers'])
})

test('an outage of the database closes no connection', async () => {
  answers = [async () => actor()]
  const member = connect()
  await connected(member)
  await joinRoom(member, 'servers')
  answers = [() => Promise.reject(new Error('away'))]
  await realtime.recheckAll()
  answers = [async () => actor()]
  expect(await joinRoom(member, 'servers')).toMatchObject({ ok: true })
})

test('a socket that could not be given the snapshot is not in the room', async () => {
  answers = [async () => actor()]
  const member = connect()
  await connected(member)
  snapshot = () => Promise.reject(new Error('away'))
  expect(await joinRoom(member, 'servers')).toMatchObject({ ok: false, code: 'internal' })
  expect(realtime.hasListenersHere('servers')).toBe(false)
})
