import type { Delta } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { joinRoom, nextEvent, PASSWORD, startTestPortal, until, type TestPortal } from '../../testing/test-portal.ts'
import { startTestRedis, type TestRedis } from '../../testing/test-redis.ts'
import { FREE_TRIES } from '../auth/attempts.ts'

let redis: TestRedis
let database: TestDatabase
let one: TestPortal
let two: TestPortal
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  const options = { database, redisUrl: redis.url }
  one = await startTestPortal(options)
  two = await startTestPortal(options)
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await redis?.stop()
})

test('a server saved on one node reaches the sockets of both, once', async () => {
  const { token } = await one.addPerson()
  const sockets = [await one.connect(token), await two.connect(token)]
  await Promise.all(sockets.map((socket) => joinRoom(socket, 'servers')))
  // The number of units on duty is sent a moment after a start, in the same room.
  const received = sockets.map((): Delta[] => [])
  sockets.forEach((socket, index) => socket.on('delta', (delta) => delta.event === 'server.saved' && received[index]!.push(delta)))
  const saved = (await (await one.as('admin')).post('/api/patrol/server', { name: 'On both' })).json()
  await until('both nodes tell it', () => received.every((deltas) => deltas.length > 0))
  await Promise.all(sockets.map((socket) => joinRoom(socket, 'servers')))
  const { seq } = received[0]![0]!
  expect(received).toEqual([1, 2].map(() => [{ key: 'servers', seq, event: 'server.saved', payload: saved }]))
})

test('a community in another database of the same Redis receives nothing', async () => {
  const otherDatabase = await createTestDatabase(16)
  const other = await startTestPortal({ database: otherDatabase, redisUrl: new URL('/15', redis.url).href })
  try {
    const socket = await other.connect((await other.addPerson()).token)
    await joinRoom(socket, 'servers')
    const names: unknown[] = []
    socket.on('delta', ({ event, payload }) => event === 'server.saved' && names.push((payload as { name: string }).name))
    await (await one.as('admin')).post('/api/patrol/server', { name: 'Of one community' })
    await (await other.as('admin')).post('/api/patrol/server', { name: 'Of the other' })
    await until('its own is told', () => names.includes('Of the other'))
    expect(names).toEqual(['Of the other'])
  } finally {
    await other.close()
    await otherDatabase.drop()
  }
})

test('a changed user is updated on both nodes, and a session ends on both', async () => {
  const { token, userId } = await one.addPerson()
  const sockets = [await one.connect(token), await two.connect(token)]
  await Promise.all(sockets.map((socket) => joinRoom(socket, 'user', { userId })))
  const deltas = Promise.all(sockets.map((socket) => nextEvent(socket, 'delta')))
  await database.db.updateTable('users').set({ name: 'Known on both' }).where('id', '=', userId).execute()
  for (const { payload } of await deltas) expect(payload).toMatchObject({ name: 'Known on both' })
  const ended = Promise.all(sockets.map((socket) => nextEvent(socket, 'ended')))
  expect((await two.http(token).post('/api/auth/logout')).statusCode).toBe(200)
  await ended
  expect((await one.http(token).get('/api/auth/me')).statusCode).toBe(401)
})

test('failed attempts on one node count on the other', async () => {
  const { emailAddress } = await one.addPerson()
  // Redis may be shared with other tests, so use a separate address.
  const address = `10.7.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`
  const attempt = (node: TestPortal, password: string) =>
    node.http(undefined, undefined, { address }).post('/api/auth/login', { emailAddress: `${address}-${emailAddress}`, password })
  for (let i = 0; i < FREE_TRIES.account; i += 1) expect((await attempt(i % 2 ? one : two, 'wrong password')).statusCode).toBe(401)
  const refused = await Promise.all([attempt(one, PASSWORD), attempt(two, PASSWORD)])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429])
})
