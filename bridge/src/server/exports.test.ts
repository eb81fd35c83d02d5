import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

/** Nothing listens there, so events stay in the outbox, where tests can read them. */
const AWAY = { tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'k' }
let folder = ''
let game: FakeFivem
let source = 0
beforeAll(async () => {
  folder = await installResource()
  game = startResource(folder, AWAY)
  source = Number(await game.join({ name: 'June', identifiers: ['steam:110000112345678'], x: 10, y: -20 }))
})
afterAll(() => {
  game.stop()
  removeResources()
})
let before = 0
const all = () =>
  readFileSync(join(folder, 'data', 'outbox.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).item)
beforeEach(() => void (before = all().length))
const kept = () => all().slice(before)

test('other resources create calls, for a player or for nobody', () => {
  const id = game.callExport('createCall', 0, { title: 'Alarm, Fleeca Bank', type: 'ALARM', x: 1, y: 2 })
  expect(id).toEqual(expect.any(String))
  game.callExport('createCall', source, { text: 'Shots' })
  game.callExport('call911', String(source), { text: 'Two cars crashed' })
  expect(kept()).toMatchObject([
    { id, kind: 'call-created', player: null, payload: { title: 'Alarm, Fleeca Bank', type: 'ALARM', x: 1, y: 2 } },
    { kind: 'call-created', player: { name: 'June' }, payload: { text: 'Shots', x: 10, y: -20 } },
    { kind: 'call-911', player: { name: 'June' }, payload: { text: 'Two cars crashed', x: 10, y: -20 } },
  ])
})

test('and do what units do, by exports and by events', () => {
  game.callExport('goOnDuty', source, { identifier: '4L12' })
  // Lua has only one table type: an empty one arrives as an array.
  game.callExport('goOnDuty', source, [])
  game.callExport('goOnDuty', source)
  game.callExport('setStatus', source, 6)
  game.callExport('panic', source, { location: 'Forum Dr' })
  game.fromResource('tenfour:setStatus', source, 3)
  game.callExport('goOffDuty', source)
  expect(kept().map(({ kind, payload }) => [kind, payload])).toMatchObject([
    ['duty-on', { identifier: '4L12' }],
    ['duty-on', {}],
    ['duty-on', {}],
    ['status', { status: 6 }],
    ['panic', { location: 'Forum Dr', x: 10, y: -20 }],
    ['status', { status: 3 }],
    ['duty-off', {}],
  ])
  expect(game.callExport('getUnit', source)).toBeNull()
  expect(game.callExport('getUnits')).toEqual([])
})

test('plates are read once each, and never written to the disk', () => {
  const first = game.callExport('readPlate', source, { plate: 'ABC123', model: 'Sultan' })
  expect(first).toEqual(expect.any(String))
  for (let each = 0; each < 500; each += 1) {
    expect(game.callExport('readPlate', source, { plate: 'abc 123', model: 'Sultan' })).toBe(first)
    game.fromResource('tenfour:readPlate', source, { plate: 'ABC123' })
  }
  const more = Array.from({ length: 50 }, (_, each) => game.callExport('readPlate', source, { plate: `XYZ${each}` }))
  expect(more.filter((id) => id !== null)).toHaveLength(9)
  expect(kept()).toEqual([])
})

test.each<[string, unknown[], RegExp]>([
  ['setStatus', [0, 3], /setStatus: the first argument is the number of the player/],
  ['setStatus', [999, 3], /setStatus: the first argument is the number of a player who is connected.*999/],
  ['setStatus', ['June', 3], /a player who is connected.*June/],
  ['setStatus', [{ source: 1 }, 3], /a player who is connected/],
  ['setStatus', ['self', 99], /a player who is connected/],
  ['goOffDuty', [], /goOffDuty: the first argument/],
  ['getUnit', [], /getUnit: the first argument/],
  ['panic', [0], /panic: the first argument/],
  ['createCall', [0], /createCall: say what it is about/],
  ['createCall', [0, { title: '  ' }], /createCall: say what it is about/],
  ['createCall', [0, 'Alarm'], /createCall: the second argument is a table.*Alarm/],
  ['createCall', [0, { title: 'Alarm', priority: 9 }], /call-created: priority/],
  ['createCall', [0, { title: 'x'.repeat(500) }], /call-created: title/],
  ['call911', [0, { caller: 'Nobody' }], /call-911: text/],
  ['readPlate', [0, { plate: '' }], /plate-read: plate/],
])('%s(%j) throws an error that names the mistake', (name, args, message) => {
  expect(() => game.callExport(name, ...args)).toThrow(message)
  expect(kept()).toEqual([])
})

test('an unknown status is named in the error', () => {
  expect(() => game.callExport('setStatus', source, 99)).toThrow(/status: status/)
  expect(() => game.callExport('setStatus', source)).toThrow(/status: status/)
})
