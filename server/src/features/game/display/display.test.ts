import { DisplayPlaces, DisplayState } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueKey, listKeys, revokeKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge, gamePlayer, linkPlayer } from '../../../testing/test-bridge.ts'
import { closeDisplays, connectDisplay, type TestDisplay } from '../../../testing/test-display.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { driver } from '../../../testing/test-map.ts'
import { startTestPortal, until, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'
import { buildPng } from '../../../platform/pictures/testing/build-image.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
})
afterEach(closeDisplays)
afterAll(() => t.close())

const addServer = async (name: string) => (await t.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id
const displayKey = (serverId = 1) => issueKey(t.db, {}, 'display', 'Lobby', serverId)
const newestKeyId = async () => (await listKeys(t.db)).at(-1)?.id ?? 0

const connect = (screen: TestDisplay) => connectDisplay(t, screen)

describe('authentication', () => {
  test.each<[string, () => Promise<TestDisplay>, string]>([
    ['no key', async () => ({ key: '' }), 'api_key_missing'],
    ['a wrong key', async () => ({ key: 'display_none' }), 'api_key_invalid'],
    ['the web client', async () => ({ key: WEB_KEY }), 'forbidden'],
    ['an integration', async () => ({ key: await issueKey(t.db, {}, 'integration', 'x') }), 'forbidden'],
    ['a game server', async () => ({ key: await issueKey(t.db, {}, 'server', 'x', 1) }), 'forbidden'],
    ["another server's screen", async () => ({ key: await displayKey(await addServer('Other')) }), 'forbidden'],
    [
      'a screen of a retired server',
      async () => {
        const serverId = await addServer('Old')
        await t.db.updateTable('servers').set({ retired_at: new Date() }).where('id', '=', serverId).execute()
        return { key: await displayKey(serverId), serverId }
      },
      'forbidden',
    ],
    ['a screen that is none', async () => ({ key: await displayKey(), screen: 'constructor' as never }), 'api_key_missing'],
    ['a server that is a list', async () => ({ key: await displayKey(), serverId: [1] as never }), 'api_key_missing'],
    ['a key that is an object', async () => ({ key: { length: 40 } as never }), 'api_key_missing'],
    ['a key longer than any', async () => ({ key: 'display_'.repeat(100) }), 'api_key_missing'],
    [
      'a revoked key',
      async () => {
        const key = await displayKey()
        await revokeKey(t.db, {}, await newestKeyId())
        return { key }
      },
      'api_key_invalid',
    ],
  ])('%s is refused', async (_who, screen, code) => {
    await expect(connect(await screen())).rejects.toThrow(code)
  })

  test('a key of no server can not be issued', async () => {
    await expect(issueKey(t.db, {}, 'display', 'Nowhere')).rejects.toThrow('api_keys_display_has_server')
  })

  test('a display key opens neither the API nor the other namespaces', async () => {
    const key = await displayKey()
    const response = await fetch(`${t.url}/api/patrol/units/1`, { headers: { 'x-api-key': key } })
    expect(response.status).toBeGreaterThanOrEqual(401)
    await expect(connectBridge(t, { key })).rejects.toThrow('forbidden')
  })

  test('other messages of a screen are ignored, and one that is too large closes only its connection', async () => {
    const key = await displayKey()
    const [screen, other] = [await connect({ key }), await connect({ key })]
    const untyped = screen.socket as unknown as { emit: (...said: unknown[]) => unknown }
    for (const said of [
      ['join', { room: 'board', params: { serverId: 1 } }],
      ['map.join', { serverId: 1 }],
      ['refresh', {}],
      ['state', {}],
    ]) {
      let isAnswered = false
      untyped.emit(...said, () => (isAnswered = true))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(isAnswered).toBe(false)
    }
    untyped.emit('refresh', 'x'.repeat(1_500_000))
    await until('it is closed', () => screen.told.isGone)
    expect(screen.told.isEnded).toBe(false)
    expect(other.told.isGone).toBe(false)
  })

  test('a screen whose key is revoked is told so and disconnected at once', async () => {
    const { told } = await connect({ key: await displayKey() })
    await revokeKey(t.db, {}, await newestKeyId())
    await until('the screen is put out', () => told.isGone)
    expect(told.isEnded).toBe(true)
  })
})

describe('the state of a screen', () => {
  test('has units and calls with no other fields than the declared ones', async () => {
    const serverId = await addServer('Paleto')
    const officer = await d.onDuty({ serverId, name: 'Ann Secret' })
    await d.onDuty({ serverId, department: 'CIV', name: 'Cid Secret' })
    const call = await d.call(officer, {
      serverId,
      narrative: 'A hidden word',
      caller: 'Nosy Neighbour',
      postal: '1042',
      x: 111.5,
      y: 222.5,
    })
    await d.assign(officer, officer, call.callId)
    const { told, state } = await connect({ key: await displayKey(serverId), serverId })
    expect(told.states[0]).toEqual({
      seq: expect.any(Number) as number,
      now: expect.any(String) as string,
      server: 'Paleto',
      units: [
        {
          slot: expect.any(Number) as number,
          identifier: officer.identifier,
          unitClass: 1,
          status: expect.any(Number) as number,
          statusSince: expect.any(String) as string,
          callId: call.callId,
        },
      ],
      calls: [
        {
          callId: call.callId,
          priority: call.priority,
          title: call.title,
          location: 'Legion Square',
          postal: '1042',
          createdAt: call.createdAt,
          units: [officer.identifier],
        },
      ],
    })
    expect(JSON.stringify(told.states)).not.toMatch(/Secret|hidden|Nosy|111\.5|222\.5/)
    expect(state.units).toHaveLength(1)
  })

  test("changes by numbered deltas, and ends up the same as a new screen's", async () => {
    const serverId = await addServer('Sandy')
    const key = await displayKey(serverId)
    const { told, state, socket } = await connect({ key, serverId })
    expect([state.units, state.calls]).toEqual([[], []])
    const officer = await d.onDuty({ serverId })
    const call = await d.call(officer, { serverId })
    await d.assign(officer, officer, call.callId)
    await until('the unit is on the call', async () =>
      told.changes.some(({ calls }) => calls.some(({ units }) => units.includes(officer.identifier))),
    )
    await d.clear(officer, call.callId)
    await until('the call is cleared', () => told.changes.some(({ cleared }) => cleared.includes(call.callId)))
    expect(told.changes.map(({ seq }) => seq)).toEqual(told.changes.map((_, index) => state.seq + 1 + index))
    const later = await connect({ key, serverId })
    expect(later.state.calls).toEqual([])
    expect(later.state.units).toEqual([told.changes.flatMap(({ units }) => units).at(-1)])
    await until('the state is told again', async () => {
      socket.emit('refresh')
      return told.states.length > 1
    })
    expect(DisplayState.parse(told.states.at(-1)).seq).toBe(later.state.seq)
  })

  test('contains nothing of other servers', async () => {
    const [here, there] = [await addServer('Here'), await addServer('There')]
    const { told } = await connect({ key: await displayKey(here), serverId: here })
    await d.onDuty({ serverId: there })
    const own = await d.onDuty({ serverId: here })
    await until('the unit is shown', () => told.changes.length > 0)
    expect(told.changes.flatMap(({ units }) => units.map(({ identifier }) => identifier))).toEqual([own.identifier])
  })

  test('has positions of units and calls, without names, for map screens only', async () => {
    const serverId = await addServer('Mapped')
    const officer = await d.onDuty({ serverId, name: 'Ann Secret' })
    await linkPlayer(t, officer.userId, 71)
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello({ players: [gamePlayer(71), gamePlayer(72)] })
    const cars = driver(bridge)
    const call = await d.call(officer, { serverId, x: 50.4, y: -20.2 })
    const key = await displayKey(serverId)
    const map = await connect({ key, serverId, screen: 'map' })
    const board = await connect({ key, serverId, screen: 'board' })
    cars.drive({ 71: [100, 7], 72: [400, 7] })
    const slot = map.state.units[0]?.slot
    await until('the unit is placed', async () =>
      z
        .array(DisplayPlaces)
        .parse(map.told.places)
        .some(({ units }) => units.length > 0),
    )
    expect(map.told.places.at(-1)).toEqual({ units: [[slot, 100, 7]], calls: [[call.callId, 50, -20]] })
    expect(board.told.places).toEqual([])
    bridge.socket.disconnect()
  })

  test('has the backdrop for map screens only, which fetch its picture with their own key; others are refused', async () => {
    const serverId = await addServer('Pictured')
    const [key, other] = [await displayKey(serverId), await displayKey(await addServer('Elsewhere'))]
    const picture = (withKey: string) =>
      t.app.http.inject({ method: 'GET', url: `/api/display/${serverId}/image`, headers: { 'x-api-key': withKey } })
    const island = await connect({ key, serverId, screen: 'map' })
    await until('the map is told', () => island.told.maps.length > 0)
    expect(island.told.maps).toEqual([{ backdrop: { kind: 'island' }, image: null }])
    expect((await picture(key)).statusCode, 'no picture').toBe(404)

    const { token } = await t.person('admin')
    const admin = t.http(token, WEB_KEY, { headers: { 'content-type': 'image/png' } })
    const file = buildPng(800, 1000)
    await admin.put(`/api/servers/${serverId}/map/image`, file)
    expect((await picture(key)).statusCode, 'a picture that is not calibrated').toBe(404)
    const calibration = [
      { left: 100, top: 100, x: -3000, y: 6000 },
      { left: 700, top: 900, x: 3000, y: -2000 },
    ]
    const saved = await (await t.as('admin')).put(`/api/servers/${serverId}/map`, { backdrop: { kind: 'image', calibration }, version: 1 })
    expect(saved.statusCode).toBe(200)

    const map = await connect({ key, serverId, screen: 'map' })
    const board = await connect({ key, serverId, screen: 'board' })
    await until('the map is told', () => map.told.maps.length > 0)
    const [{ digest }] = [saved.json().image]
    expect(map.told.maps).toEqual([{ backdrop: { kind: 'image', calibration }, image: { width: 800, height: 1000, digest } }])
    expect(board.told.maps).toEqual([])
    const shown = await picture(key)
    expect([shown.statusCode, shown.rawPayload]).toEqual([200, file])
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    for (const refused of [
      other,
      WEB_KEY,
      await issueKey(t.db, {}, 'server', 'x', serverId),
      await issueKey(t.db, {}, 'integration', 'x'),
    ]) {
      expect((await picture(refused)).statusCode).toBe(403)
    }
    await t.db.updateTable('servers').set({ retired_at: new Date() }).where('id', '=', serverId).execute()
    expect((await picture(key)).statusCode, 'of a retired server').toBe(404)
  })
})
