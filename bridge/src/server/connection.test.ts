import type { Call, ServerStatus } from '@tenfour/contract'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NET } from '../net.ts'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { startPortal, type PortalProcess } from '../testing/portal.ts'
import { startPlainProxy } from '../testing/proxy.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

const PLAYER = { name: 'June', identifiers: ['steam:110000112345678'], x: 100, y: 200 }
const WAIT = { timeout: 20_000, interval: 50 }

let portal: PortalProcess
beforeAll(async () => void (portal = await startPortal()), 90_000)
const running: FakeFivem[] = []
afterEach(() => running.splice(0).forEach((game) => game.stop()))
afterAll(async () => {
  await portal.stop()
  removeResources()
}, 60_000)

async function start(convars: Record<string, string>, config = '{ "whitelist": { "enforce": false } }'): Promise<FakeFivem> {
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), config)
  const game = startResource(folder, convars)
  running.push(game)
  return game
}
const says = (game: FakeFivem, text: string) => vi.waitFor(() => expect(game.printed.join('\n')).toContain(text), WAIT)
const narratives = async () => (await portal.get<Call[]>('cad/calls/active/1')).map(({ narrative }) => narrative)

test('where a proxy refuses WebSocket, everything goes over plain HTTP', async () => {
  const proxy = await startPlainProxy(portal.url)
  try {
    const game = await start({ tenfour_url: proxy.url, tenfour_key: await portal.serverKey() })
    await says(game, 'Connected')
    expect(proxy.seen.refused).toBeGreaterThan(0)
    const source = Number(await game.join(PLAYER))
    game.fromGame(source, NET.call, 'emergency', 'By plain HTTP', {})
    await vi.waitFor(async () => expect(await narratives()).toContain('By plain HTTP'), WAIT)
    await portal.post('announcements', { title: 'Back', body: 'By plain HTTP too' })
    await vi.waitFor(() => expect(JSON.stringify(game.sent)).toContain('By plain HTTP too'), WAIT)
    expect((await portal.get<ServerStatus[]>('patrol/servers2'))[0]).toMatchObject({ isOnline: true })
  } finally {
    proxy.close()
  }
})

test('the console tells a wrong key, a wrong address and a server that is no portal apart', async () => {
  const [wrongKey, nobody, noHost] = [
    await start({ tenfour_url: portal.url, tenfour_key: 'server_not_a_key_of_this_portal' }),
    await start({ tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'k' }),
    await start({ tenfour_url: 'http://portal.invalid', tenfour_key: 'k' }),
  ]
  await says(wrongKey, 'it does not know this key')
  await says(nobody, 'No connection to http://127.0.0.1:9: nothing answers there.')
  await says(noHost, 'No connection to http://portal.invalid:')
  expect(wrongKey.printed.join()).not.toContain('server_not_a_key')
  const other = createServer((_request, answer) => answer.writeHead(404).end('Not here'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const game = await start({ tenfour_url: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, tenfour_key: 'k' })
    await says(game, 'the answer did not come from a portal, or a proxy refused the connection (404)')
  } finally {
    other.closeAllConnections()
    other.close()
  }
})

test('a key can be replaced while the server runs, and a revoked one is reported', async () => {
  const game = await start({ tenfour_url: portal.url, tenfour_key: await portal.serverKey() })
  await says(game, 'Connected')
  const connections = () => game.printed.filter((line) => line.includes('Connected to')).length
  const greeted = vi.fn<() => void>()
  game.listen('tenfour:connected', greeted)
  const source = Number(await game.join(PLAYER))
  game.setConvar('tenfour_key', await portal.serverKey())
  await vi.waitFor(() => expect(greeted, 'it is taken within seconds').toHaveBeenCalledTimes(1), WAIT)
  game.fromGame(source, NET.call, 'emergency', 'With the new key', {})
  await vi.waitFor(async () => expect(await narratives()).toContain('With the new key'), WAIT)
  expect(connections()).toBe(1)

  const keys = portal.portal('key', 'list')
  const ids = [...keys.matchAll(/^\s*(\d+)\s.*server/gim)].map(([, id]) => id ?? '')
  portal.portal('key', 'revoke', '--id', ids.at(-1) ?? '')
  await says(game, 'was revoked or has expired')
  game.setConvar('tenfour_key', await portal.serverKey())
  await vi.waitFor(() => expect(connections()).toBe(2), WAIT)
}, 60_000)

test('after a restart of the resource the bridge reconnects on its own', async () => {
  const game = await start({ tenfour_url: portal.url, tenfour_key: await portal.serverKey() })
  await says(game, 'Connected')
  game.stop()
  game.printed.length = 0
  game.start()
  await says(game, 'Connected')
})

test('of two servers with the same key, the replaced one reports it and keeps its events', async () => {
  const key = await portal.serverKey()
  const first = await start({ tenfour_url: portal.url, tenfour_key: key })
  await says(first, 'Connected')
  const second = await start({ tenfour_url: portal.url, tenfour_key: key })
  await says(second, 'Connected')
  await says(first, 'Another game server has connected with the same key')
  const source = Number(await first.join(PLAYER))
  first.fromGame(source, NET.call, 'emergency', 'Kept', {})
  expect(JSON.stringify(first.sent)).toContain('is sent as soon as dispatch can be reached')
  expect(second.printed.join()).not.toContain('Another game server')
})

test('after a restart of the portal the bridge reconnects on its own, and nobody was locked out meanwhile', async () => {
  const game = await start({ tenfour_url: portal.url, tenfour_key: await portal.serverKey(), tenfour_display_key: 'display_key' }, '{}')
  await says(game, 'Connected')
  const screens = () => game.sent.filter(({ event }) => event === NET.screens).map(({ target }) => target)
  await vi.waitFor(() => expect(screens()).toEqual([-1]), WAIT)
  portal.addMember('Jo', '110000155555555', 'LSPD')
  await portal.get('user/SetWhitelistState/2/true/prod')
  const jo = { name: 'Jo', identifiers: ['steam:110000155555555'] }
  await portal.post('servers/1/whitelist/enforce', { isEnforced: true })
  await vi.waitFor(async () => expect(await game.join(PLAYER)).toContain('not whitelisted'), WAIT)
  await vi.waitFor(async () => expect(await game.join(jo)).toEqual(expect.any(Number)), WAIT)
  await portal.kill()
  await says(game, 'The portal is away')
  const source = await game.join(jo)
  expect(source).toEqual(expect.any(Number))
  expect(await game.join(PLAYER)).toContain('not whitelisted')
  game.fromGame(Number(source), NET.call, 'emergency', 'While it was away', {})
  game.fromGame(Number(source), NET.ready)
  expect(screens()).toEqual([-1])
  await portal.start()
  await vi.waitFor(async () => expect(await narratives()).toContain('While it was away'), WAIT)
  expect(screens()).toEqual([-1, -1])
}, 60_000)
