import { expect, test } from 'vitest'
import { shownLabels } from './shown-labels.ts'

const at = (left: number, top: number, rank: number) => ({ left, top, width: 40, height: 15, rank })

test('labels that do not touch are all shown', () => {
  expect(shownLabels([at(0, 0, 2), at(40, 0, 2), at(0, 15, 2)])).toEqual(new Set([0, 1, 2]))
})

test('of labels that pile up, the selected call and a panic are shown, whatever comes first', () => {
  expect(shownLabels([at(0, 0, 4), at(5, 5, 3), at(10, 10, 0), at(200, 0, 4), at(210, 5, 1)])).toEqual(new Set([2, 4]))
})

test('a label that is not shown hides no other', () => {
  // The second loses to the first and would have touched the third.
  expect(shownLabels([at(0, 0, 1), at(30, 0, 2), at(60, 0, 3)])).toEqual(new Set([0, 2]))
})

test('of the same rank, the first is shown', () => {
  expect(shownLabels([at(0, 0, 2), at(10, 0, 2)])).toEqual(new Set([0]))
})
