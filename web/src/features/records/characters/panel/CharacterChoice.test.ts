import { expect, test } from 'vitest'
import { chosenByKey } from './CharacterChoice.tsx'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 2],
  ['ArrowUp', 0, 3, 0],
  ['End', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['3', 0, 3, 2],
  ['4', 0, 3, null],
  ['0', 0, 3, null],
  ['Enter', 0, 3, null],
  ['ArrowDown', -1, 0, null],
])('%s at %d of %d leads to %s', (key, at, count, place) => {
  expect(chosenByKey(key, at, count)).toBe(place)
})
