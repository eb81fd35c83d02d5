import type { Beat, PatrolUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { recommend, unitsMissing } from './recommend.ts'
import { aCall, aUnit, before } from './testing/board.ts'

const beats: Beat[] = [
  { beatId: 5, name: 'Vinewood', area: 'Twin Falls', departments: [] },
  { beatId: 9, name: 'Great Ocean Highway', area: 'Twin Falls County', departments: [] },
  { beatId: 11, name: 'Traffic', area: 'Both', departments: [] },
]
const less = aCall({ callId: 1040, priority: 4 })
const more = aCall({ callId: 1041, priority: 1 })
const calls = new Map([less, more].map((call) => [call.callId, call]))
let nextUserId = 100
const unit = (identifier: string, overrides: Partial<PatrolUnit> = {}) => aUnit({ userId: (nextUserId += 1), identifier, ...overrides })
const signs = (call: Parameters<typeof recommend>[0], units: PatrolUnit[], known: Partial<Parameters<typeof recommend>[2]> = {}) =>
  recommend(call, units, { calls, beats, ...known }).map(({ unit: { identifier } }) => identifier)

test('only units of the classes that the call concerns are recommended, in the order it names them', () => {
  const units = [unit('4L12'), unit('E51', { unitClass: 3 }), unit('D-3', { unitClass: 2, type: 3 }), unit('CIV', { unitClass: 0 })]
  expect(signs(aCall({ classes: [1] }), units)).toEqual(['4L12'])
  expect(signs(aCall({ classes: [3, 1] }), units)).toEqual(['E51', '4L12'])
})

test('a dispatcher is never sent from the desk, even to a call for communications', () => {
  expect(signs(aCall({ classes: [2] }), [unit('D-3', { unitClass: 2, type: 3 }), unit('C-1', { unitClass: 2 })])).toEqual(['C-1'])
})

test('free units come first, then units under way to a less urgent call, then busy ones; no other unit is recommended', () => {
  const units = [
    unit('BUSY', { status: 4 }),
    unit('DIVERT', { status: 5, callId: 1040 }),
    unit('FREE'),
    unit('URGENT', { status: 5, callId: 1041 }),
    unit('SCENE', { status: 6, callId: 1040 }),
    unit('CUSTODY', { status: 7 }),
    unit('OUT', { status: 2 }),
    unit('OFF', { status: 1 }),
  ]
  expect(signs(aCall({ callId: 1042, priority: 2 }), units)).toEqual(['FREE', 'DIVERT', 'BUSY'])
})

test('a unit that is already on the call, or has pressed its panic button, is not recommended', () => {
  const units = [unit('HERE', { status: 5, callId: 1042 }), unit('VICTIM', { userId: 7, status: 4 })]
  expect(signs(aCall({ panicUserId: 7 }), units)).toEqual([])
  expect(signs(aCall(), units, { calls: new Map([[9, aCall({ callId: 9, panicUserId: 7 })]]) })).toEqual([])
})

test('the nearest unit comes first; units without a known position come later, and aircraft after cars', () => {
  const units = [
    unit('FAR', { userId: 1 }),
    unit('NEAR', { userId: 2 }),
    unit('UNKNOWN', { userId: 3 }),
    unit('AIR1', { userId: 4, type: 2 }),
  ]
  const positions = new Map([
    [1, { x: 3900, y: 0 }],
    [2, { x: 0, y: 1200 }],
    [4, { x: 0, y: 0 }],
  ])
  expect(signs(aCall({ x: 0, y: 0 }), units, { positions })).toEqual(['NEAR', 'FAR', 'UNKNOWN', 'AIR1'])
})

test('a few metres decide nothing: units at the same distance are ordered as without positions', () => {
  const units = [
    unit('JUST', { userId: 1, statusSince: before(60) }),
    unit('LONG', { userId: 2, statusSince: before(900) }),
    unit('HERE', { userId: 3, statusSince: before(5) }),
  ]
  const positions = new Map([
    [1, { x: 1190, y: 0 }],
    [2, { x: 1210, y: 0 }],
    [3, { x: 20, y: 0 }],
  ])
  const recommended = recommend(aCall({ x: 0, y: 0 }), units, { calls, beats, positions })
  expect(recommended.map(({ unit: { identifier }, reasons }) => `${identifier}: ${reasons[0]}`)).toEqual([
    'HERE: under 100 m',
    'LONG: 1.2 km',
    'JUST: 1.2 km',
  ])
})

test('no unit is near a call without a map position', () => {
  const units = [unit('4L20', { userId: 1 }), unit('4L10', { userId: 2 })]
  const positions = new Map([
    [1, { x: 0, y: 0 }],
    [2, { x: 5000, y: 0 }],
  ])
  const recommended = recommend(aCall({ location: '' }), units, { calls, beats, positions })
  expect(recommended.map(({ unit: { identifier }, reasons }) => `${identifier}: ${reasons.join(' · ')}`)).toEqual([
    '4L10: in service · police',
    '4L20: in service · police',
  ])
})

test('without positions, units are ordered by beat, then by how long they have been free, then by call sign', () => {
  const units = [
    unit('4L30', { statusSince: before(60) }),
    unit('4L20', { statusSince: before(60) }),
    unit('4L10', { statusSince: before(900) }),
    unit('4L40', { beatId: 9, statusSince: before(5) }),
  ]
  expect(signs(aCall({ location: 'Great Ocean Hwy, Banham Canyon' }), units)).toEqual(['4L40', '4L10', '4L20', '4L30'])
})

test('each recommended unit comes with its reasons in words', () => {
  const units = [
    unit('4L12', { userId: 1, beatId: 9 }),
    unit('3L07', { userId: 2, beatId: 5 }),
    unit('AIR1', { userId: 3, type: 2 }),
    unit('4L20', { userId: 4, status: 5, callId: 1040, beatId: 11 }),
  ]
  const positions = new Map([
    [1, { x: 300, y: 400 }],
    [2, { x: 1234, y: 0 }],
  ])
  const recommended = recommend(aCall({ location: 'Great Ocean Highway', x: 0, y: 0, priority: 2 }), units, { calls, beats, positions })
  expect(recommended.map(({ unit: { identifier }, reasons }) => `${identifier}: ${reasons.join(' · ')}`)).toEqual([
    '4L12: 0.5 km · in service · police · same beat',
    '3L07: 1.2 km · in service · police · beat Vinewood',
    'AIR1: in service · airborne',
    '4L20: en route to 1040, priority 4 · police · beat Traffic',
  ])
})

test('units of the types that the call type asks for come first among those that are equally free, whatever their class', () => {
  const units = [
    unit('4L12'),
    unit('TOW', { unitClass: 3, typeId: 1200 }),
    unit('AIR1', { type: 2 }),
    unit('BUSY AIR', { type: 2, status: 4 }),
    unit('E51', { unitClass: 3 }),
  ]
  const types = new Map([[4, { recommend: [102, 1200], needs: [] }]])
  // A type that this browser does not know counts as the one that the portal came with.
  expect(signs(aCall({ classes: [1], callTypeId: 4 }), units, { types })).toEqual(['AIR1', '4L12', 'BUSY AIR'])
  const [first] = recommend(aCall({ classes: [1], callTypeId: 4 }), units, { calls, types })
  expect(first?.reasons.join(' · ')).toBe('in service · asked for: Air')
})

test('a type of unit that the call needs comes first until enough of it are there', () => {
  const types = new Map([[4, { recommend: [], needs: [{ typeId: 103, count: 2 }] }]])
  const call = aCall({ classes: [1], callTypeId: 4 })
  const units = [unit('4L12'), unit('E51', { unitClass: 3 }), unit('E52', { unitClass: 3, callId: call.callId, status: 6 })]
  const missing = (on: PatrolUnit[]) => unitsMissing(call, types.get(4)?.needs ?? [], on).map((each) => `${each.missing} ${each.name}`)
  expect(missing(units)).toEqual(['1 Engine or ambulance'])
  const [first] = recommend(call, units, { calls, types })
  expect(first?.reasons.join(' · ')).toBe('in service · needed: Engine or ambulance')
  expect(signs(call, units, { types })).toEqual(['E51', '4L12'])
  const there = [...units, unit('E53', { unitClass: 3, callId: call.callId, status: 5 })]
  expect([missing(there), signs(call, there, { types })]).toEqual([[], ['4L12']])
})

test('five hundred units can be ranked', () => {
  const units = Array.from({ length: 500 }, (_, index) => unit(`4L${index}`, { beatId: index % 11 }))
  expect(recommend(aCall(), units, { calls, beats })).toHaveLength(500)
})
