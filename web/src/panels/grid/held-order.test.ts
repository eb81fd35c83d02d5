import { expect, test } from 'vitest'
import { heldOrder, isSameOrder } from './use-held-list.ts'

test('rows keep their place, whatever their order has become', () => {
  expect(heldOrder([1, 2, 3], [3, 1, 2])).toEqual([1, 2, 3])
})

test('a row whose call is over stays until the list is let go', () => {
  expect(heldOrder([1, 2, 3], [1, 3])).toEqual([1, 2, 3])
})

test('new rows come below all existing ones', () => {
  expect(heldOrder([1, 2], [9, 1, 2, 8])).toEqual([1, 2, 9, 8])
})

test('without new rows the list stays the same object, so that nothing is drawn again', () => {
  const shown = [1, 2]
  expect(heldOrder(shown, [2, 1])).toBe(shown)
})

test('two orders are the same when they have the same rows in the same places', () => {
  expect(isSameOrder([1, 2], [1, 2])).toBe(true)
  expect(isSameOrder([1, 2], [2, 1])).toBe(false)
  expect(isSameOrder([1], [1, 2])).toBe(false)
})
