import { expect, test } from 'vitest'
import { signsInShort } from './unit-drag.ts'

test('a few call signs are told one by one, many in short', () => {
  expect(signsInShort(['4L12'])).toBe('4L12')
  expect(signsInShort(['4L12', '4L20', 'E51'])).toBe('4L12, 4L20, E51')
  expect(signsInShort(['4L12', '4L20', 'E51', 'M61', 'B1'])).toBe('4L12, 4L20 and 3 more')
})
