import { expect, test } from 'vitest'
import { buildUnit } from './testing/build-unit.ts'
import { countUnits, headingClass, headingOf, listUnits, type UnitFilter } from './unit-list.ts'

const units = [
  buildUnit({ userId: 1, identifier: '4L12', status: 6, callId: 1042 }),
  buildUnit({ userId: 2, identifier: '4L2', name: 'Pavel Novak', beatId: 3 }),
  buildUnit({ userId: 3, identifier: 'E51', unitClass: 3, channel: 'FIRE 1' }),
  buildUnit({ userId: 4, identifier: 'D-3', unitClass: 2, type: 3 }),
  buildUnit({ userId: 5, identifier: 'Milo', unitClass: 0 }),
]
const beatName = (beatId: number | null) => (beatId === 3 ? 'Westside' : undefined)
const list = (filter: UnitFilter = 'all', text = '') => listUnits(units, { filter, text, beatName })

test('police, fire and communications under their headings by call sign, civilians not at all', () => {
  expect(list()).toEqual([headingOf(1), 2, 1, headingOf(3), 3, headingOf(2), 4])
  expect(list().map(headingClass)).toEqual([1, undefined, undefined, 3, undefined, 2, undefined])
})

test('a class without a unit has no heading', () => {
  expect(list('police')).toEqual([headingOf(1), 2, 1])
  expect(list('fire')).toEqual([headingOf(3), 3])
})

test('available is who is in service, on no call and no dispatcher', () => {
  expect(list('available')).toEqual([headingOf(1), 2, headingOf(3), 3])
  expect(countUnits(units)).toEqual({ total: 4, police: 2, fire: 1, available: 2 })
})

test.each([
  ['4l1', [1]],
  ['novak', [2]],
  ['westside', [2]],
  ['1042', [1]],
  ['on scene', [1]],
  ['fire 1', [3]],
  ['4l scene', [1]],
  ['nobody', []],
])('%j finds %j', (text, found) => {
  expect(list('all', text).filter((row) => row > 0)).toEqual(found)
})
