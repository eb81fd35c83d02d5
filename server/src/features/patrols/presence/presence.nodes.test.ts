import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueServerKey } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { until } from '../../../testing/test-portal.ts'
import { hello, startPresence, type TestPresence } from '../../../testing/test-presence.ts'
import { startTestRedis, type TestRedis } from '../../../testing/test-redis.ts'
import { presenceOf } from './presence.port.ts'

let redis: TestRedis
let database: TestDatabase
let one: TestPresence
let two: TestPresence
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  one = await startPresence(database, redis.url)
  two = await startPresence(database, redis.url)
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await redis?.stop()
})

test('the node with the bridge writes, any other can read, and a civilian patrol continues when the bridge moves to another node', async () => {
  const key = await issueServerKey(one.t)
  const civilian = await one.addPlayer(['CIV'])
  const first = await one.connect(key)
  await hello(first, civilian)
  await one.isOnCivilianPatrol(civilian)
  // A member who joins while presence is being written has a patrol before their presence is written.
  await one.isFollowed(civilian)
  expect((await presenceOf(two.t.db, [civilian.userId])).get(civilian.userId)?.state).toBe('moving')

  const second = await two.connect(key)
  await first.receive('replaced')
  await hello(second, civilian)
  await until('seen at the other node', async () => (await one.presence(civilian)).length === 2)
  // Longer than the first node waits for its bridge to come back.
  await one.whileLost(() => one.isSeenAfter(civilian, Date.now() + 8500), 8000)
  expect(await one.patrols(civilian)).toMatchObject([{ ended_at: null }])

  second.socket.disconnect()
  await one.hasEnded(civilian)
  expect((await one.patrols(civilian))[0]!.ended_at).toEqual((await one.presence(civilian)).at(-1)!.ended_at)
})
