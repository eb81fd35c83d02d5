import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, steamOf } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { driver, followMap } from '../../../testing/test-map.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestRedis, type TestRedis } from '../../../testing/test-redis.ts'

let redis: TestRedis
let database: TestDatabase
let one: TestPortal
let two: TestPortal
let officer: Member
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  one = await startTestPortal({ database, redisUrl: redis.url })
  two = await startTestPortal({ database, redisUrl: redis.url })
  officer = await dispatchOf(one).onDuty({ name: 'Ann' })
  await linkPlayer(one, officer.userId, 1)
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await redis?.stop()
})

test('viewers on both nodes see the positions of the bridge on one of them, also after it moves to the other', async () => {
  const [here, there] = [await followMap(await one.connect(officer.token)), await followMap(await two.connect(officer.token))]
  expect([here.group, there.group]).toEqual(['units', 'units'])

  const first = await connectBridge(one)
  await first.hello({ players: [gamePlayer(1), gamePlayer(2)] })
  const cars = driver(first)
  cars.drive({ 1: [100, 1], 2: [900, 9] })
  await Promise.all([here.sees(officer.identifier, 100), there.sees(officer.identifier, 100)])
  expect([here.decoder.size(), there.decoder.size()], 'units only').toEqual([1, 1])
  for (let step = 1; step <= 8; step += 1) {
    cars.drive({ 1: [100 + step * 5, 1] })
    await sleep(120)
  }
  await Promise.all([here.sees(officer.identifier, 140), there.sees(officer.identifier, 140)])
  expect(there.frames.filter(({ kind }) => kind === 'gap')).toEqual([])
  expect((await there.trailOf(officer.identifier)).length).toBeGreaterThan(0)

  const late = await followMap(await two.connect(officer.token))
  expect(late.at(officer.identifier)).toMatchObject({ x: 140 })

  const second = await connectBridge(two)
  await first.receive('replaced')
  await second.hello({ players: [gamePlayer(1, { source: 50 })] })
  driver(second).drive({ 50: [300, 3] })
  await Promise.all([here, there, late].map((map) => map.sees(officer.identifier, 300)))
})

test('changes on one node reach the bridge on the other: units, whitelists, the end of its key', async () => {
  const bridge = await connectBridge(two)
  bridge.answers.set('whitelist.changed', (payload) => ({ version: (payload as { version: number }).version }))
  await bridge.hello({ players: [gamePlayer(1)] })
  await one.http(officer.token).get(`/api/patrol/unit/status/${officer.userId}/4`)
  expect(await bridge.receive('unit')).toMatchObject({ status: 4 })
  await (await one.as('staff')).get(`/api/user/SetWhitelistState/${officer.userId}/true/prod`)
  expect(await bridge.receive('whitelist.changed')).toMatchObject({ added: [steamOf(1)], removed: [] })
  await one.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('server_id', '=', 1).execute()
  await bridge.receive('ended')
  await until('closed', () => !bridge.socket.connected)
})
