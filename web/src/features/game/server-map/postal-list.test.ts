import { expect, test } from 'vitest'
import { nearestPostal } from '../../../map/postals.queries.ts'
import { readPostals } from './postal-list.ts'

const two = [
  { code: '1001', x: 12.5, y: -30 },
  { code: 'A2', x: 0, y: 7 },
]

test.each([
  [
    'JSON',
    JSON.stringify([
      { code: 1001, x: 12.5, y: -30 },
      { code: 'A2', x: '0', y: 7, note: 'more' },
    ]),
  ],
  ['lines', '1001,12.5,-30\nA2,0,7\n'],
  ['lines with names, in another order', 'x;y;code\r\n12.5;-30;"1001"\r\n\r\n0;7;A2'],
])('%s are read', (_what, text) => {
  expect(readPostals(text)).toEqual({ postals: two, problem: null })
})

test.each([
  ['', 'There are no postals in this file.'],
  ['[{', 'The file starts like JSON but can’t be parsed.'],
  ['1,2,3\n4,five,6', 'Line 2 is not a postal: a code, x and y are needed.'],
  ['1,2,3\n4,5', 'Line 2 is not a postal: a code, x and y are needed.'],
  ['[{"code":"1","x":1}]', 'Entry 1 is not a postal: a code, x and y are needed.'],
  ['1,2,3\n1,5,6', 'The postal 1 is in the list twice, the second time at line 2.'],
  [Array.from({ length: 5001 }, (_, index) => `${index},1,1`).join('\n'), 'The file has 5,001 postals; a map has at most 5,000.'],
])('a file that can’t be used is refused with a reason', (text, problem) => {
  expect(readPostals(text)).toEqual({ postals: [], problem })
})

test('the nearest postal is the place of a call, if it is near', () => {
  expect(nearestPostal(two, 10, -20)).toBe('1001')
  expect(nearestPostal(two, 5000, 5000)).toBe('')
})
