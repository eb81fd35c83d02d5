import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { NET } from '../net.ts'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

/** Nobody listens there: the portal is away. */
const AWAY = { tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'a-secret-key', tenfour_display_key: 'a-display-key' }
const MEMBER = { name: 'June Calder', identifiers: ['license:abc', 'steam:110000112345678', 'ip:127.0.0.1'], x: 10.04, y: -20 }

const running: FakeFivem[] = []
afterEach(() => running.splice(0).forEach((game) => game.stop()))
afterAll(removeResources)

async function start(convars: Readonly<Record<string, string>> = AWAY) {
  const folder = await installResource()
  const game = startResource(folder, convars)
  running.push(game)
  const kept = () =>
    readFileSync(join(folder, 'data', 'outbox.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).item)
  return { folder, game, kept }
}
const joined = async (game: FakeFivem) => Number(await game.join(MEMBER))

test('the secrets are read once, and no other resource can read them afterwards', async () => {
  const { game } = await start()
  expect(game.convar('tenfour_key')).toBe('')
  expect(game.convar('tenfour_display_key')).toBe('')
  expect(game.printed.join('\n')).not.toContain('a-secret-key')
})

test.each<[string, Record<string, string>, string]>([
  ['no address', { tenfour_key: 'k' }, 'tenfour_url is not set'],
  ['an address that is none', { tenfour_key: 'k', tenfour_url: 'portal.example' }, 'which is no address'],
  ['an address with a path', { tenfour_key: 'k', tenfour_url: 'https://portal.example/cad' }, 'the portal has no path'],
  ['no key', { tenfour_url: AWAY.tenfour_url }, 'set tenfour_key'],
])('with %s it says what is missing, and keeps what happens until it is there', async (_what, convars, said) => {
  const { game, kept } = await start(convars)
  const source = await joined(game)
  expect(game.printed.join('\n')).toContain(said)
  game.fromGame(source, NET.call, 'emergency', 'A fire', {})
  expect(kept()).toHaveLength(1)
})

test('a configuration that is broken is named in the console, and everything is as shipped', async () => {
  const folder = await installResource()
  for (const [text, said] of [
    ['{ "commands": ', 'config.json is not JSON'],
    ['{ "comands": {} }', 'Unrecognized key: "comands"'],
    ['{ "positionsPerSecond": 40 }', 'positionsPerSecond'],
  ] as const) {
    writeFileSync(join(folder, 'config.json'), text)
    const game = startResource(folder, AWAY)
    running.push(game)
    expect(game.printed.join('\n')).toContain(said)
    expect(game.hasCommand('status')).toBe(true)
  }
})

test('without OneSync it says so; a call has no position, and is a call still', async () => {
  const { game, kept } = await start({ ...AWAY, onesync: 'off' })
  const source = await joined(game)
  expect(game.printed.join('\n')).toContain('OneSync is off')
  game.fromGame(source, NET.call, 'emergency', 'A fire', { location: 'Route 68' })
  expect(kept()).toMatchObject([{ payload: { text: 'A fire', location: 'Route 68', x: null, y: null } }])
})

test('a game that starts is told the configuration it needs, and nothing else', async () => {
  const { game } = await start()
  const source = await joined(game)
  game.fromGame(source, NET.ready)
  const [setup] = game.sent.filter(({ event }) => event === NET.setup)
  expect(setup?.target).toBe(source)
  expect(Object.keys(setup?.args[0] as object).toSorted()).toEqual(['commands', 'postal', 'screens', 'tabletKey'])
  expect(JSON.stringify(game.sent)).not.toContain('a-secret-key')
})

test('a call to 911 while the portal is away is on disk, with where the server saw the caller', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  game.fromGame(source, NET.call, 'emergency', ' A man with a gun ', { location: 'Route 68', postal: '5041', x: 999 })
  expect(kept()).toMatchObject([
    {
      kind: 'call-911',
      player: { name: 'June Calder', identifiers: { steam: '110000112345678', license: 'abc' } },
      payload: { text: 'A man with a gun', location: 'Route 68', postal: '5041', x: 10, y: -20 },
    },
  ])
  expect(JSON.stringify(kept())).not.toContain('127.0.0.1')
})

test('what a game sends that is no call changes nothing', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  game.fromGame(source, NET.call, 'emergency', '   ', {})
  game.fromGame(source, NET.call, 'pizza', 'Two large ones', {})
  game.fromGame(source, NET.call, 'emergency', { text: 'an object' }, null)
  game.command(source, 'status', 'dancing')
  game.command(source, 'attach', 'x')
  expect(kept()).toEqual([])
  expect(game.sent.filter(({ event }) => event === NET.notify).length).toBe(4)
})

test('the commands of players become events, in order', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  game.command(source, 'onduty', '4L12')
  game.command(source, 'status', 'en', 'route')
  game.command(source, 'attach', '1042')
  game.command(source, 'clearcall', 'Report', 'taken')
  game.fromGame(source, NET.panic, { location: 'Forum Dr' })
  game.command(source, 'offduty')
  game.command(0, 'offduty')
  expect(kept().map(({ kind, payload }) => [kind, payload])).toEqual([
    ['duty-on', { identifier: '4L12' }],
    ['status', { status: 5 }],
    ['call-attached', { callId: 1042 }],
    ['call-cleared', { disposition: 'Report taken' }],
    ['panic', { location: 'Forum Dr', postal: '', x: 10, y: -20 }],
    ['duty-off', {}],
  ])
})

test('commands have the names that the configuration gives them', async () => {
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), '{ "commands": { "status": "st", "offDuty": "" } }')
  const game = startResource(folder, AWAY)
  running.push(game)
  expect([game.hasCommand('st'), game.hasCommand('status'), game.hasCommand('offduty')]).toEqual([true, false, false])
})

test('with the portal away the copy of the whitelist decides who comes in, and without a copy everyone does', async () => {
  const { folder, game } = await start()
  expect(await game.join({ name: 'Nobody', identifiers: [] })).toEqual(expect.any(Number))
  game.stop()
  writeFileSync(join(folder, 'data', 'whitelist.json'), JSON.stringify({ version: 3, members: ['110000112345678'] }))
  const later = startResource(folder, AWAY)
  running.push(later)
  expect(await later.join(MEMBER)).toEqual(expect.any(Number))
  expect(await later.join({ name: 'Stranger', identifiers: ['steam:110000199999999'] })).toContain('not whitelisted')
  expect(await later.join({ name: 'Nobody', identifiers: [] })).toContain('Start Steam')
})

test('the manifest names what is there, by the version of the package', async () => {
  const folder = await installResource()
  const manifest = readFileSync(join(folder, 'fxmanifest.lua'), 'utf8')
  const named = [...manifest.matchAll(/'([\w/]+\.\w+)'/g)].map(([, file]) => file ?? '')
  expect(named).toContain('server.js')
  expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(manifest).toContain(`version '${version}'`)
})
