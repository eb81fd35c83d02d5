import { expect, test } from 'vitest'
import { droppedUnits, signsInShort } from './unit-drag.ts'

test('a few call signs are listed, many are shortened', () => {
  expect(signsInShort(['4L12'])).toBe('4L12')
  expect(signsInShort(['4L12', '4L20', 'E51'])).toBe('4L12, 4L20, E51')
  expect(signsInShort(['4L12', '4L20', 'E51', 'M61', 'B1'])).toBe('4L12, 4L20 and 3 more')
})

const dropped = (text: string) => droppedUnits({ getData: (type) => (type === 'application/x-tenfour-unit' ? text : '') })

test('one or several units can be dropped', () => {
  expect(dropped('[12]')).toEqual([12])
  expect(dropped('[12,20]')).toEqual([12, 20])
})

test.each(['', 'x', '12', '[]', '["12"]', '[-1]', '{}'])('a drop of %j has no units', (text) => {
  expect(dropped(text)).toEqual([])
})
