import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { NET } from '../net.ts'
import { createFakeFivem, type FakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

/** Nothing listens there: the portal is away. */
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

/** As shown by the portal for a new key and in docs/bridge.md. */
const CONFIG = `exec @tenfour/tenfour.cfg
set tenfour_url "http://127.0.0.1:9"
set tenfour_key "a-secret-key"
set tenfour_display_key "a-display-key"`

test('only this resource can read the keys, also after a restart', async () => {
  const folder = await installResource()
  const game = createFakeFivem({ folder, convars: {}, config: CONFIG })
  running.push(game)
  game.start()
  for (const secret of ['tenfour_key', 'tenfour_display_key'])
    expect([game.convarFor('esx_anything', secret), game.convarFor('tenfour', secret)]).toEqual(['', expect.stringContaining('a-')])
  game.stop()
  game.start()
  const printed = game.printed.join('\n')
  expect(printed).not.toContain('there is no key')
  expect(printed).not.toContain('can read the key')
  expect(printed).not.toContain('a-secret-key')
})

test('the console warns if every resource can read the key, or if this one can not', async () => {
  const { game, folder } = await start()
  expect(game.printed.join('\n')).toContain('Put  exec @tenfour/tenfour.cfg  into server.cfg')
  writeFileSync(join(folder, 'tenfour.cfg'), readFileSync(join(folder, 'tenfour.cfg'), 'utf8').replaceAll(/\btenfour\b/g, 'dispatch'))
  const renamed = createFakeFivem({ folder, convars: {}, config: CONFIG })
  running.push(renamed)
  renamed.start()
  expect(renamed.printed.join('\n')).toContain('lets a resource called dispatch read the key, and this one is called tenfour')
})

test.each<[string, { build?: number; onesync?: string }, string]>([
  ['an older server', { build: 27_938 }, 'server needs to be 27939 or higher'],
  ['a server without OneSync', { onesync: 'off' }, 'OneSync needs to be enabled'],
])('%s does not start the resource, and the console says why', async (_name, { build, onesync = 'on' }, expected) => {
  const game = createFakeFivem({ folder: await installResource(), convars: { ...AWAY, onesync }, ...(build && { build }) })
  game.start()
  expect(game.printed.join('\n')).toContain(expected)
  expect(game.hasCommand('status')).toBe(false)
})

test('the resource tries to load no optional modules', async () => {
  const { game } = await start()
  expect(game.printed.filter((line) => line.includes('denied'))).toEqual([])
})

test('a command that another resource registers too is reported, with the alias that always works', async () => {
  const folder = await installResource()
  const game = createFakeFivem({ folder, convars: AWAY })
  running.push(game)
  game.startOther('esx_status', 'status')
  game.start()
  const source = await joined(game)
  expect(game.printed.join('\n')).toContain(
    'The command /status also belongs to the resource esx_status; the one registered later handles it. /tfstatus always works',
  )
  game.startOther('late_one', 'attach')
  const kinds = () => readFileSync(join(folder, 'data', 'outbox.jsonl'), 'utf8').match(/"kind":"[\w-]+"/g)
  game.command(source, 'status', 'busy')
  game.command(source, 'attach', '7')
  game.command(source, 'tfattach', '7')
  expect(kinds()).toEqual(['"kind":"status"', '"kind":"call-attached"'])
  expect(game.printed).toContain('late_one ran attach')

  // The resource that registered the name first removes it when it stops.
  game.stopOther('esx_status')
  await vi.waitFor(() => expect(game.hasCommand('status')).toBe(true))
  game.command(source, 'status', 'is')
  expect(kinds()).toHaveLength(3)
})

test('clashes reported by clients are printed once, and only if they are plausible', async () => {
  const { game } = await start()
  const source = await joined(game)
  game.startOther('esx_phone')
  const about = () => game.printed.filter((line) => line.includes('belongs to'))
  for (const [key, owner] of [
    ['emergency', 'no_such_resource'],
    ['status', 'esx_phone'],
    ['__proto__', 'esx_phone'],
    ['emergency', 'esx_phone\nConnected to everything'],
    ['emergency', { toString: 'x' }],
  ])
    game.fromGame(source, NET.clash, key, owner)
  expect(about()).toEqual([])
  for (let each = 0; each < 3; each += 1) game.fromGame(source, NET.clash, 'emergency', 'esx_phone')
  expect(about()).toEqual([expect.stringContaining('/911 also belongs to the resource esx_phone')])
})

test.each<[string, Record<string, string>, string]>([
  ['no address', { tenfour_key: 'k' }, 'tenfour_url is not set'],
  ['an address that is none', { tenfour_key: 'k', tenfour_url: 'portal.example' }, 'which is not an address'],
  ['an address with a path', { tenfour_key: 'k', tenfour_url: 'https://portal.example/cad' }, 'the address must not have a path'],
  ['no key', { tenfour_url: AWAY.tenfour_url }, 'set tenfour_key'],
])('with %s the console says what is missing, and events are kept until it is set', async (_name, convars, expected) => {
  const { game, kept } = await start(convars)
  const source = await joined(game)
  expect(game.printed.join('\n')).toContain(expected)
  game.fromGame(source, NET.call, 'emergency', 'A fire', {})
  expect(kept()).toHaveLength(1)
})

test('an invalid configuration is reported in the console, and the default settings apply', async () => {
  const folder = await installResource()
  for (const [text, expected] of [
    ['{ "commands": ', 'config.json is not JSON'],
    ['{ "comands": {} }', 'Unrecognized key: "comands"'],
    ['{ "positionsPerSecond": 40 }', 'positionsPerSecond'],
  ] as const) {
    writeFileSync(join(folder, 'config.json'), text)
    const game = startResource(folder, AWAY)
    running.push(game)
    expect(game.printed.join('\n')).toContain(expected)
    expect(game.hasCommand('status')).toBe(true)
  }
})

test('a client that starts receives only the configuration it needs', async () => {
  const { game } = await start()
  const source = await joined(game)
  game.fromGame(source, NET.ready)
  const [setup] = game.sent.filter(({ event }) => event === NET.setup)
  expect(setup?.target).toBe(source)
  expect(Object.keys(setup?.args[0] as object).toSorted()).toEqual([
    'commands',
    'notifications',
    'postal',
    'screens',
    'tabletKey',
    'takeCallKey',
    'texts',
    'trafficStopKey',
  ])
  expect(JSON.stringify(game.sent)).not.toContain('a-secret-key')
})

test("a 911 call while the portal is away is on disk, with the server's position of the caller", async () => {
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

test('an invalid call from a client changes nothing', async () => {
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
  const names = ['st', 'tfstatus', 'status', 'offduty', 'tfoffduty']
  expect(names.map(game.hasCommand)).toEqual([true, true, false, false, false])
})

test('a screen without a position is reported', async () => {
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), '{ "screens": [{ "dictionary": "prop_tv_flat_01", "texture": "script_rt_tvscreen" }] }')
  const game = startResource(folder, AWAY)
  running.push(game)
  expect(game.printed.join('\n')).toContain('The screen on script_rt_tvscreen is shown to nobody')
})

test('while the portal is away the copy of the whitelist decides who may join; without a copy everyone may', async () => {
  const { folder, game } = await start()
  expect(await game.join({ name: 'Nobody', identifiers: [] })).toEqual(expect.any(Number))
  game.stop()
  writeFileSync(join(folder, 'data', 'whitelist.json'), JSON.stringify({ version: 3, members: ['110000112345678'] }))
  const later = startResource(folder, AWAY)
  running.push(later)
  expect(await later.join(MEMBER)).toEqual(expect.any(Number))
  expect(await later.join({ name: 'Stranger', identifiers: ['steam:110000199999999'] })).toContain('not whitelisted')
  expect(await later.join({ name: 'Nobody', identifiers: [] })).toContain('start Steam or Discord')
})

test("the manifest lists the resource's files, and has the version of the package", async () => {
  const folder = await installResource()
  const manifest = readFileSync(join(folder, 'fxmanifest.lua'), 'utf8')
  const named = [...manifest.matchAll(/'([\w/]+\.\w+)'/g)].map(([, file]) => file ?? '')
  expect(named).toContain('server.js')
  expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(manifest).toContain(`version '${version}'`)
})
