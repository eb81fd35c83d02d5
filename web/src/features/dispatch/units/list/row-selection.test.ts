import { expect, test } from 'vitest'
import { actionTargets, choose, NOTHING_CHOSEN } from './row-selection.ts'

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
