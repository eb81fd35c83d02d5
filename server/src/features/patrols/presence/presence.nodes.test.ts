import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueServerKey } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { until } from '../../../testing/test-portal.ts'
import { hello, PRESENCE_TEST_TIMING, startPresence, type TestPresence } from '../../../testing/test-presence.ts'
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

test('the node with the bridge writes, any other can read, and a civilian patrol goes on when the bridge moves to another node', async () => {
  const key = await issueServerKey(one.t)
  const civilian = await one.addPlayer(['CIV'])
  const first = await one.connect(key)
  await hello(first, civilian)
  await one.isOnCivilianPatrol(civilian)
  // Moving until it has not moved for a while, which may be over by now.
  expect((await presenceOf(two.t.db, [civilian.userId])).get(civilian.userId)?.state).toBeOneOf(['moving', 'idle'])

  const second = await two.connect(key)
  await first.receive('replaced')
  await hello(second, civilian)
  await until('seen at the other node', async () => (await one.presence(civilian)).length === 2)
  // Longer than the first node waits for its bridge to come back.
  await sleep(PRESENCE_TEST_TIMING.lostMs + 800)
  expect(await one.isGrowing(civilian)).toBe(true)
  expect(await one.patrols(civilian)).toMatchObject([{ ended_at: null }])

  second.socket.disconnect()
  await one.hasEnded(civilian)
  expect((await one.patrols(civilian))[0]!.ended_at).toEqual((await one.presence(civilian)).at(-1)!.ended_at)
})
