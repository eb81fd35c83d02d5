import {
  DISPLAY_NAMESPACE,
  DisplayChange,
  DisplayPlaces,
  DisplayState,
  REALTIME_PATH,
  type DisplayScreen,
  type DisplayToPortal,
  type PortalToDisplay,
} from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueKey, listKeys, revokeKey } from '../../platform/auth/api-keys.ts'
import { connectBridge, gamePlayer, linkPlayer } from '../../testing/test-bridge.ts'
import { dispatchOf } from '../../testing/test-dispatch.ts'
import { driver } from '../../testing/test-map.ts'
import { startTestPortal, until, WEB_KEY, type TestPortal } from '../../testing/test-portal.ts'

type DisplaySocket = Socket<PortalToDisplay, DisplayToPortal>

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
const open: DisplaySocket[] = []
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => t.close())

const addServer = async (name: string) => (await t.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id
const displayKey = (serverId = 1) => issueKey(t.db, {}, 'display', 'Lobby', serverId)
const newestKeyId = async () => (await listKeys(t.db)).at(-1)?.id ?? 0

type Screen = { readonly key: string; readonly serverId?: number; readonly screen?: DisplayScreen }
/** A screen that has been told the state, with everything it is told after that. Rejects with what it is refused for. */
async function connect({ key, serverId = 1, screen = 'board' }: Screen) {
  const socket: DisplaySocket = io(`${t.url}${DISPLAY_NAMESPACE}`, {
    path: REALTIME_PATH,
    auth: { apiKey: key, serverId, screen },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  open.push(socket)
  const told = { states: [] as unknown[], changes: [] as DisplayChange[], places: [] as unknown[], isEnded: false, isGone: false }
  socket.on('change', (change) => void told.changes.push(DisplayChange.strict().parse(change)))
  socket.on('places', (places) => void told.places.push(places))
  socket.on('ended', () => void (told.isEnded = true))
  socket.on('disconnect', () => void (told.isGone = true))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.on('state', (state) => {
      told.states.push(state)
      resolve()
    })
  })
  return { socket, told, state: DisplayState.parse(told.states[0]) }
}

describe('who is let in', () => {
  test.each<[string, () => Promise<Screen>, string]>([
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
    [
      'a revoked key',
      async () => {
        const key = await displayKey()
        await revokeKey(t.db, {}, await newestKeyId())
        return { key }
      },
      'api_key_invalid',
    ],
  ])('not %s', async (_who, screen, code) => {
    await expect(connect(await screen())).rejects.toThrow(code)
  })

  test('a key of no server can not be issued', async () => {
    await expect(issueKey(t.db, {}, 'display', 'Nowhere')).rejects.toThrow('api_keys_display_has_server')
  })

  test('its key opens neither the API nor the other namespaces', async () => {
    const key = await displayKey()
    const response = await fetch(`${t.url}/api/patrol/units/1`, { headers: { 'x-api-key': key } })
    expect(response.status).toBeGreaterThanOrEqual(401)
    await expect(connectBridge(t, { key })).rejects.toThrow('forbidden')
  })

  test('one whose key is revoked is told so and put out at once', async () => {
    const { told } = await connect({ key: await displayKey() })
    await revokeKey(t.db, {}, await newestKeyId())
    await until('the screen is put out', () => told.isGone)
    expect(told.isEnded).toBe(true)
  })
})

describe('what is shown', () => {
  test('units and calls with nothing but what is declared', async () => {
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
    expect(JSON.stringify(told.states)).not.toMatch(/Secret|hidden|Nosy|111|222/)
    expect(state.units).toHaveLength(1)
  })

  test('changes follow on the state by number, and lead to what a new screen is told', async () => {
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

  test('nothing of another server is told', async () => {
    const [here, there] = [await addServer('Here'), await addServer('There')]
    const { told } = await connect({ key: await displayKey(here), serverId: here })
    await d.onDuty({ serverId: there })
    const own = await d.onDuty({ serverId: here })
    await until('the unit is shown', () => told.changes.length > 0)
    expect(told.changes.flatMap(({ units }) => units.map(({ identifier }) => identifier))).toEqual([own.identifier])
  })

  test('a map alone is told places, of units and calls, without names', async () => {
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
})
