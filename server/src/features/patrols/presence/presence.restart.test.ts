import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueServerKey, type TestBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { until } from '../../../testing/test-portal.ts'
import { hello, startPresence, type Player, type TestPresence } from '../../../testing/test-presence.ts'

let database: TestDatabase
let p: TestPresence
let key: string
let bridge: TestBridge
const civilians: Player[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  p = await startPresence(database)
  key = await issueServerKey(p.t)
  for (let count = 0; count < 3; count += 1) civilians.push(await p.addPlayer(['CIV']))
})
afterAll(async () => {
  bridge.socket.disconnect()
  await p.close()
  await database.drop()
})
const arrive = async (): Promise<Player> => {
  const civilian = civilians.pop()!
  bridge = await p.connect(key)
  await hello(bridge, civilian)
  await p.isOnCivilianPatrol(civilian)
  return civilian
}
const restart = async () => {
  await p.close()
  p = await startPresence(database)
}

test('a stopping portal writes presence up to then, and the civilian patrol of a member who is still there afterwards continues', async () => {
  const civilian = await arrive()
  const stoppedAt = Date.now()
  await restart()
  const [row] = await p.presence(civilian)
  expect(row!.ended_at.getTime()).toBeGreaterThanOrEqual(stoppedAt)
  bridge = await p.connect(key)
  await hello(bridge, civilian)
  await p.whileLost(() => p.isSeenAfter(civilian, Date.now() + 500))
  expect(await p.patrols(civilian)).toMatchObject([{ ended_at: null }])
  bridge.socket.disconnect()
})

test('the civilian patrol of a member who is gone afterwards ends when they were last seen', async () => {
  const civilian = await arrive()
  await restart()
  await p.hasEnded(civilian)
  expect((await p.patrols(civilian))[0]!.ended_at).toEqual((await p.presence(civilian)).at(-1)!.ended_at)
})

test('after hours it ends when they were last seen, even if they are there again, and another one begins', async () => {
  const civilian = await arrive()
  await p.close()
  await sql`update patrols set started_at = started_at - interval '3 hours' where user_id = ${civilian.userId}`.execute(database.db)
  await sql`update presence set started_at = started_at - interval '3 hours', ended_at = ended_at - interval '3 hours'
    where user_id = ${civilian.userId}`.execute(database.db)
  p = await startPresence(database)
  bridge = await p.connect(key)
  await hello(bridge, civilian)
  await until('another', async () => (await p.patrols(civilian)).length === 2)
  const [old, recent] = await p.patrols(civilian)
  expect(old!.ended_at).toEqual((await p.presence(civilian))[0]!.ended_at)
  expect(recent!.ended_at).toBeNull()
})
