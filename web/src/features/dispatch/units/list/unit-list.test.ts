import type { PatrolUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildUnit } from '../testing/build-unit.ts'
import {
  countUnits,
  headingClass,
  headingOf,
  inCallSignOrder,
  listUnits,
  type UnitFilter,
  actionTargets,
  choose,
  NOTHING_CHOSEN,
} from './unit-list.ts'

const units = mapped([
  buildUnit({ userId: 1, identifier: '4L12', status: 6, callId: 1042 }),
  buildUnit({ userId: 2, identifier: '4L2', name: 'Pavel Novak', beatId: 3 }),
  buildUnit({ userId: 3, identifier: 'E51', unitClass: 3, channel: 'FIRE 1' }),
  buildUnit({ userId: 4, identifier: 'D-3', unitClass: 2, type: 3 }),
  buildUnit({ userId: 5, identifier: 'Milo', unitClass: 0 }),
])
function mapped(all: readonly PatrolUnit[]): Map<number, PatrolUnit> {
  return new Map(all.map((unit) => [unit.userId, unit]))
}
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

test('available units are in service, on no call, and no dispatchers', () => {
  expect(list('available')).toEqual([headingOf(1), 2, headingOf(3), 3])
  expect(countUnits(units.values())).toEqual({ total: 4, police: 2, fire: 1, available: 2 })
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

test('the order holds through a change of status, and follows a change of call sign or of who is there', () => {
  const signs = (all: ReadonlyMap<number, PatrolUnit>) => inCallSignOrder(all).map(({ identifier, status }) => `${identifier} ${status}`)
  const two = [buildUnit({ userId: 1, identifier: '4L20' }), buildUnit({ userId: 2, identifier: '4L3' })] as const
  expect(signs(mapped(two))).toEqual(['4L3 3', '4L20 3'])
  expect(signs(mapped([{ ...two[0], status: 6 }, two[1]]))).toEqual(['4L3 3', '4L20 6'])
  expect(signs(mapped([{ ...two[0], identifier: '1A1' }, two[1]]))).toEqual(['1A1 3', '4L3 3'])
  expect(signs(mapped([two[0]]))).toEqual(['4L20 3'])
})

const order = [7, 3, 9, 5, 1]
const chosen = (selection: ReturnType<typeof choose>) => [...selection.chosen]

test('a click chooses one row alone, with Ctrl it adds or takes one away', () => {
  const one = choose(NOTHING_CHOSEN, order, 3)
  expect(chosen(one)).toEqual([3])
  const two = choose(one, order, 5, { isAdding: true })
  expect(chosen(two)).toEqual([3, 5])
  expect(chosen(choose(two, order, 3, { isAdding: true }))).toEqual([5])
  expect(chosen(choose(two, order, 9))).toEqual([9])
})

test('Shift chooses the stretch from where it began, in either direction', () => {
  const start = choose(NOTHING_CHOSEN, order, 9)
  const down = choose(start, order, 1, { isStretching: true })
  expect(chosen(down)).toEqual([9, 5, 1])
  expect(chosen(choose(down, order, 7, { isStretching: true }))).toEqual([7, 3, 9])
})

test('a stretch from a row that is gone begins anew', () => {
  const start = choose(NOTHING_CHOSEN, [...order, 99], 99)
  expect(chosen(choose(start, order, 5, { isStretching: true }))).toEqual([5])
})

test('an action is for all that are chosen, unless it was called on another', () => {
  const selection = choose(choose(NOTHING_CHOSEN, order, 5), order, 7, { isAdding: true })
  expect(actionTargets(order, selection, 5)).toEqual([7, 5])
  expect(actionTargets(order, selection, 9)).toEqual([9])
})
