import { DisplayPlaces } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { issueKey, listKeys, revokeKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge, gamePlayer, linkPlayer } from '../../../testing/test-bridge.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { closeDisplays, connectDisplay } from '../../../testing/test-display.ts'
import { driver } from '../../../testing/test-map.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { startTestRedis, type TestRedis } from '../../../testing/test-redis.ts'

let redis: TestRedis
let database: TestDatabase
let one: TestPortal
let two: TestPortal
beforeAll(async () => {
  redis = await startTestRedis()
  database = await createTestDatabase(16)
  one = await startTestPortal({ database, redisUrl: redis.url })
  two = await startTestPortal({ database, redisUrl: redis.url })
})
afterEach(closeDisplays)
afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
  await redis?.stop()
})

const newServer = async (name: string) =>
  (await database.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id
const newKey = async (serverId: number) => {
  const key = await issueKey(one.db, {}, 'display', 'Lobby', serverId)
  return { key, keyId: (await listKeys(one.db)).at(-1)?.id ?? 0 }
}

test('a screen connected to one node shows changes made on the other, in order, with the positions of its units', async () => {
  const serverId = await newServer('Both')
  const { key } = await newKey(serverId)
  const board = await connectDisplay(two, { key, serverId })
  const map = await connectDisplay(two, { key, serverId, screen: 'map' })
  const dispatch = dispatchOf(one)
  const officer = await dispatch.onDuty({ serverId })
  const call = await dispatch.call(officer, { serverId, x: 10, y: 20 })
  await dispatch.assign(officer, officer, call.callId)
  for (const { told, state } of [board, map]) {
    await until('the unit is on the call', () =>
      told.changes.some(({ calls }) => calls.some(({ units }) => units.includes(officer.identifier))),
    )
    expect(told.changes.map(({ seq }) => seq)).toEqual(told.changes.map((_, index) => state.seq + 1 + index))
  }

  await linkPlayer(one, officer.userId, 81)
  const bridge = await connectBridge(one, { serverId })
  await bridge.hello({ players: [gamePlayer(81), gamePlayer(82)] })
  const cars = driver(bridge)
  await until('the unit is placed, and nobody else', () => {
    cars.drive({ 81: [100, 7], 82: [400, 7] })
    return z
      .array(DisplayPlaces)
      .parse(map.told.places)
      .some(({ units }) => units.length === 1 && units[0]?.[1] === 100)
  })
  expect(
    z
      .array(DisplayPlaces)
      .parse(map.told.places)
      .every(({ units }) => units.length <= 1),
  ).toBe(true)
  bridge.socket.disconnect()
})

test('a key revoked on one node disconnects the screens of the other, and so does retiring the server', async () => {
  const [here, there] = [await newServer('Here'), await newServer('There')]
  const [first, second] = [await newKey(here), await newKey(there)]
  const screens = [
    await connectDisplay(one, { key: first.key, serverId: here }),
    await connectDisplay(two, { key: first.key, serverId: here }),
  ]
  const other = await connectDisplay(two, { key: second.key, serverId: there })
  await revokeKey(one.db, {}, first.keyId)
  for (const { told } of screens) await until('the screen is put out', () => told.isEnded && told.isGone)
  expect(other.told.isGone).toBe(false)

  const admin = await one.as('admin')
  const { version } = (await admin.get('/api/servers')).json().find((server: { serverId: number }) => server.serverId === there)
  expect((await admin.post(`/api/servers/${there}/retire`, { version })).statusCode).toBe(200)
  await until('the screen of the retired server is put out', () => other.told.isEnded && other.told.isGone)
})
