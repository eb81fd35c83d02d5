import { expect, test } from 'vitest'
import { moveItem, placeAt } from './reorder.ts'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, -1, ['a', 'b', 'c']],
  [2, 3, ['a', 'b', 'c']],
])('from %i to %i', (from, to, expected) => expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(expected))

test.each([
  [5, 0],
  [25, 0],
  [31, 1],
  [60, 2],
])('dragging the first of three, the pointer at %i is over place %i', (y, place) => {
  expect(placeAt([10, 30, 50], y, 0)).toBe(place)
})
