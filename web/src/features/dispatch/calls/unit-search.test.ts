import type { PatrolUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { aCall, aUnit } from './testing/board.ts'
import { searchUnits } from './unit-search.ts'

const units = new Map(
  [
    aUnit({ userId: 1, identifier: '4L12', name: 'Rosa Delgado' }),
    aUnit({ userId: 2, identifier: '4L20', name: 'Sam Whitcombe', status: 5, callId: 1041 }),
    aUnit({ userId: 3, identifier: 'E51', name: 'Station 51', unitClass: 3 }),
    aUnit({ userId: 4, identifier: 'D-3', name: 'M. Okafor', unitClass: 2, type: 3 }),
    aUnit({ userId: 5, identifier: 'CIV', unitClass: 0 }),
    aUnit({ userId: 6, identifier: '14L1', name: 'J. Brandt', status: 6, callId: 1042 }),
  ].map((unit): [number, PatrolUnit] => [unit.userId, unit]),
)
const known = { calls: new Map() }
const found = (text: string, call = aCall({ callId: 1042 }), without = new Set<number>()) =>
  searchUnits(call, units, text, without, known).map(({ unit }) => unit.identifier)

test('recommended units come first, then free ones, then units that would leave a call; units on the call and dispatchers are left out', () => {
  expect(found('')).toEqual(['4L12', 'E51', '4L20'])
})

test('a call sign is found by its beginning, by a part, and by the name behind it', () => {
  expect(found('4l')).toEqual(['4L12', '4L20'])
  expect(found('20')).toEqual(['4L20'])
  expect(found('delg')).toEqual(['4L12'])
  expect(found('zzz')).toEqual([])
})

test('the call sign exactly as typed comes before any other', () => {
  expect(searchUnits(undefined, units, '4l1', new Set(), known).map(({ unit }) => unit.identifier)).toEqual(['4L12', '14L1'])
})

test('a unit that is already chosen is not offered again', () => {
  expect(found('', aCall({ callId: 1042 }), new Set([1, 3]))).toEqual(['4L20'])
})

test('each unit comes with its reasons, or else with its name and activity', () => {
  const reasons = searchUnits(aCall({ callId: 1042 }), units, '', new Set(), known).map(({ reasons: why }) => why.join(' · '))
  expect(reasons).toEqual(['in service · police', 'Station 51', 'Sam Whitcombe · on call 1041'])
})

test('each unit comes with its distance, even if it does not fit', () => {
  const positions = new Map([
    [1, { x: 1200, y: 0 }],
    [3, { x: 0, y: 340 }],
  ])
  const all = searchUnits(aCall({ callId: 1042, x: 0, y: 0 }), units, '', new Set(), { ...known, positions })
  expect(all.map(({ unit, reasons }) => `${unit.identifier}: ${reasons.join(' · ')}`)).toEqual([
    '4L12: 1.2 km · in service · police',
    'E51: 0.3 km · Station 51',
    '4L20: Sam Whitcombe · on call 1041',
  ])
})
