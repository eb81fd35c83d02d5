import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { NET } from '../net.ts'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

// Players can send the server any event with any content, as often as they like.

const AWAY = { tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'a-secret-key' }
const running: FakeFivem[] = []
afterEach(() => running.splice(0).forEach((game) => game.stop()))
afterAll(removeResources)

async function start() {
  const folder = await installResource()
  const game = startResource(folder, AWAY)
  running.push(game)
  const kept = () =>
    readFileSync(join(folder, 'data', 'outbox.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).item)
  const source = Number(await game.join({ name: 'Mallory', identifiers: ['steam:110000166666666'], x: 5, y: 6 }))
  const victim = Number(await game.join({ name: 'June', identifiers: ['steam:110000112345678'], x: 10, y: -20 }))
  return { game, kept, source, victim, folder }
}
const noticesOf = (game: FakeFivem, source: number) =>
  game.sent.filter(({ event, target }) => event === NET.notify && target === source).map(({ args }) => args[0] as { text: string })

test("events for other resources are not open to players' clients", async () => {
  const { game, kept, source, victim } = await start()
  game.fromGame(source, 'tenfour:panic', victim, { location: 'Nowhere' })
  const resources = ['setStatus', 'goOnDuty', 'goOffDuty', 'createCall', 'call911', 'readPlate', 'answered', 'unit', 'connected']
  for (const name of [
    ...resources,
    'saveCharacter',
    'saveVehicle',
    'playCharacter',
    'lookupPlate',
    'lookupPerson',
    'plateHit',
    'bolo',
    'penalty',
    'penaltyDone',
    'finePaid',
  ])
    game.fromGame(source, `tenfour:${name}`, victim, { title: 'x', text: 'x', plate: 'x', externalId: 'x', name: 'Jo Fox' })
  game.fromGame(source, NET.panic, { location: 'Here' }, victim)
  expect(kept()).toMatchObject([{ kind: 'panic', player: { name: 'Mallory' }, payload: { location: 'Here', x: 5, y: 6 } }])
  for (const name of ['saveCharacter', 'saveVehicle', 'playCharacter'])
    expect(game.printed).toContain(`event tenfour:${name} was not safe for net`)
})

test('malformed events from clients break nothing, and only valid calls are kept', async () => {
  const { game, kept, source } = await start()
  const hostile = [
    undefined,
    null,
    Number.NaN,
    Infinity,
    -1,
    '',
    'x'.repeat(1_000_000),
    [],
    [[]],
    {},
    { text: 'x' },
    { __proto__: null },
    true,
  ]
  for (const each of hostile) {
    game.fromGame(source, NET.call, each, each, each)
    game.fromGame(source, NET.panic, each, each)
    game.fromGame(source, NET.tablet, each)
    game.fromGame(source, NET.ready, each)
    game.leave(source, 'again')
    game.players.set(source, { name: 'Mallory', identifiers: ['steam:110000166666666'], x: 5, y: 6, z: 0, heading: 0, hasBody: true })
  }
  expect(new Set(kept().map(({ kind }) => kind))).toEqual(new Set(['panic']))
  expect(game.printed.filter((line) => line.includes('script error'))).toEqual([])
})

test('the text and location of a call are cut to their maximum length', async () => {
  const { game, kept, source } = await start()
  game.fromGame(source, NET.call, 'emergency', `He\0lp${'!'.repeat(100_000)}`, {
    location: 'L'.repeat(9999),
    postal: 'P'.repeat(9999),
    x: 99,
  })
  const [call] = kept()
  expect(call.payload).toMatchObject({ location: 'L'.repeat(160), postal: 'P'.repeat(16), x: 5, y: 6 })
  expect(call.payload.text).toMatch(/^Help!+$/)
  expect(call.payload.text.length).toBeLessThan(2001)
})

test('a player outside of the world, without a ped, or without a position can still call 911', async () => {
  const { game, kept, source } = await start()
  const player = game.players.get(source)!
  for (const place of [{ x: 1e9 }, { x: Number.NaN }, { x: 0, hasBody: false }]) {
    Object.assign(player, place)
    game.fromGame(source, NET.call, 'emergency', 'Help', {})
  }
  expect(kept().map(({ payload }) => payload.x)).toEqual([null, null, null])
})

test('a flood of one player leaves a few events on disk and one notice to them, and does not affect others', async () => {
  const { game, kept, source, victim } = await start()
  for (let each = 0; each < 1000; each += 1) {
    game.fromGame(source, NET.call, 'emergency', `Spam ${each}`, {})
    game.fromGame(source, NET.panic, {})
    game.command(source, 'status', 'busy')
    game.fromGame(source, NET.tablet)
  }
  expect(kept().length).toBeLessThan(30)
  expect(noticesOf(game, source).filter(({ text }) => text.startsWith('Too many requests'))).toHaveLength(3)
  game.fromGame(victim, NET.call, 'emergency', 'A real one', {})
  expect(kept().at(-1)).toMatchObject({ player: { name: 'June' }, payload: { text: 'A real one' } })
})

test.each([
  ['attach', ['99999999999']],
  ['attach', ['-1']],
  ['attach', ['1e3']],
  ['attach', ['0x10']],
  ['onduty', ['x'.repeat(17)]],
  ['status', ['__proto__']],
  ['status', ['constructor']],
])('/%s %s is answered with a notice, and nothing is kept', async (command, args) => {
  const { game, kept, source } = await start()
  game.command(source, command, ...args)
  expect(noticesOf(game, source)).toHaveLength(1)
  expect(kept()).toEqual([])
})

test('where the disk refuses an event while the portal is away, the player is told', async () => {
  const folder = await installResource()
  writeFileSync(join(folder, 'data'), 'a file where the folder should be')
  const game = startResource(folder, AWAY)
  running.push(game)
  const source = Number(await game.join({ name: 'June', identifiers: ['steam:110000112345678'] }))
  game.fromGame(source, NET.call, 'emergency', 'A fire', {})
  expect(
    noticesOf(game, source)
      .map(({ text }) => text)
      .join(),
  ).toContain('could not be saved')
  expect(game.printed.join()).toContain("can't be opened")
})
