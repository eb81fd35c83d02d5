import { DEPARTMENT, type Delta } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { joinRoom, startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestRedis, type TestRedis } from '../../../testing/test-redis.ts'

let redis: TestRedis
let database: TestDatabase
let nodes: TestPortal[]
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  const options = { database, redisUrl: redis.url }
  nodes = [await startTestPortal(options), await startTestPortal(options)]
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  await database?.drop()
  await redis?.stop()
})

test('a patrol that begins on one node is sent to both, once, by the node that saw it', async () => {
  const [one, two] = nodes
  const { token } = await one!.person('staff')
  const sockets = [await one!.connect(token), await two!.connect(token)]
  const received = sockets.map((): Delta[] => [])
  sockets.forEach((socket, index) => socket.on('delta', (delta) => received[index]!.push(delta)))
  await Promise.all(sockets.map((socket) => joinRoom(socket, 'patrols', { departmentId: DEPARTMENT.LSPD })))
  const first = await dispatchOf(one!).onDuty({ name: 'On one' })
  const second = await one!.addPerson({ name: 'On two', departments: [{ name: 'LSPD', isPrimary: true }] })
  const unit = { serverId: 1, departmentId: DEPARTMENT.LSPD, identifier: '7L7', type: 1 }
  expect((await dispatchOf(two!).save({ http: two!.http(second.token) }, unit)).statusCode).toBe(200)
  const names = (deltas: Delta[]) => deltas.map(({ payload }) => (payload as { name: string }).name).toSorted()
  await until('both are told of both', () => received.every((deltas) => deltas.length >= 2))
  expect(received.map(names)).toEqual([1, 2].map(() => ['On one', 'On two']))
  expect(received[0]!.map(({ seq }) => seq)).toEqual(received[1]!.map(({ seq }) => seq))
  await dispatchOf(two!).status({ http: two!.http(first.token) }, first, 5)
  await until('the change too', () => received.every((deltas) => deltas.length >= 3))
  expect(received.map((deltas) => deltas[2]?.payload)).toMatchObject([1, 2].map(() => ({ userId: first.userId, status: 5 })))
  expect(received[0]).toHaveLength(3)
})
