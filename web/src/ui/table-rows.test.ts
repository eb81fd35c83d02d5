import { expect, test } from 'vitest'
import { compareValues, fold, matchesText, valueText } from './table-rows.ts'

test('call signs, numbers, dates and flags come in the order people expect', () => {
  expect(['4L12', '4L2', 'ábel', 'Adam', 'abel'].toSorted(compareValues)).toEqual(['4L2', '4L12', 'ábel', 'abel', 'Adam'])
  expect([10, 9, -1].toSorted(compareValues)).toEqual([-1, 9, 10])
  const [early, late] = [new Date(1000), new Date(2000)]
  expect([late, early].toSorted(compareValues)).toEqual([early, late])
  expect([true, false].toSorted(compareValues)).toEqual([false, true])
})

test('accents and case make no difference to a search', () => {
  expect(fold('José ÅNGSTRÖM')).toBe('jose angstrom')
})

test.each([
  ['delgado', true],
  ['DEL 4l12', true],
  ['4l12 rosa', true],
  ['rosa moreau', false],
  ['', true],
  ['  ', true],
])('a row of Rosa Delgado, 4L12, and nothing is found by %j: %s', (query, found) => {
  expect(matchesText(['Rosa Delgado', '4L12', null, undefined, 12, new Date(Number.NaN)], query)).toBe(found)
})

test('words do not run together across columns', () => {
  expect(matchesText(['ab', 'cd'], 'bc')).toBe(false)
})

test('every kind of value has a text', () => {
  expect([null, undefined, 0, false, 'x', new Date(0)].map(valueText)).toEqual(['', '', '0', 'false', 'x', '1970-01-01T00:00:00.000Z'])
})
