import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
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

test('without an address or a key it says what is missing, and does nothing', async () => {
  const { game } = await start({})
  expect(game.printed.join('\n')).toContain('set tenfour_key')
  expect(game.hasCommand('status')).toBe(false)
})

test('a call to 911 while the portal is away is on disk, with where the server saw the caller', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  game.fromGame(source, 'tenfour:call', 'emergency', ' A man with a gun ', { location: 'Route 68', postal: '5041', x: 999 })
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
  game.fromGame(source, 'tenfour:call', 'emergency', '   ', {})
  game.fromGame(source, 'tenfour:call', 'pizza', 'Two large ones', {})
  game.fromGame(source, 'tenfour:call', 'emergency', { text: 'an object' }, null)
  game.command(source, 'status', 'dancing')
  game.command(source, 'attach', 'x')
  expect(kept()).toEqual([])
  expect(game.sent.filter(({ event }) => event === 'tenfour:notify').length).toBe(4)
})

test('the commands of players become events, in order', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  game.command(source, 'onduty', '4L12')
  game.command(source, 'status', 'en', 'route')
  game.command(source, 'attach', '1042')
  game.command(source, 'clearcall', 'Report', 'taken')
  game.fromGame(source, 'tenfour:panic', { location: 'Forum Dr' })
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

test('other resources make calls and change status by exports and by events', async () => {
  const { game, kept } = await start()
  const source = await joined(game)
  expect(game.callExport('createCall', null, { title: 'Alarm, Fleeca Bank', type: 'ALARM', x: 1, y: 2 })).toEqual(expect.any(String))
  game.fromResource('tenfour:setStatus', source, 6)
  expect(() => game.callExport('setStatus', source, 99)).toThrow(/status/)
  expect(kept()).toMatchObject([
    { kind: 'call-created', player: null, payload: { title: 'Alarm, Fleeca Bank', type: 'ALARM', x: 1, y: 2 } },
    { kind: 'status', payload: { status: 6 } },
  ])
  expect(game.callExport('getUnit', source)).toBeNull()
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
