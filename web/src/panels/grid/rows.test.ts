import { expect, test } from 'vitest'
import { rowAt } from './rows.ts'

const order = [7, 3, 9, 5, 1]

test('the arrows go from row to row and stop at the ends', () => {
  expect(rowAt(order, 3, 'ArrowDown', 10)).toBe(9)
  expect(rowAt(order, 1, 'ArrowDown', 10)).toBe(1)
  expect(rowAt(order, 7, 'ArrowUp', 10)).toBe(7)
  expect(rowAt(order, null, 'ArrowDown', 10)).toBe(7)
  expect(rowAt(order, null, 'ArrowUp', 10)).toBe(1)
  expect(rowAt(order, 3, 'PageDown', 2)).toBe(5)
  expect(rowAt(order, 3, 'PageUp', 2)).toBe(7)
  expect(rowAt(order, 3, 'End', 2)).toBe(1)
  expect(rowAt(order, 3, 'a', 2)).toBeUndefined()
  expect(rowAt([], null, 'ArrowDown', 2)).toBeUndefined()
})
