import { expect, test } from 'vitest'
import { bytesWords } from './bytes.ts'

test('sizes are in the unit that a person would choose', () => {
  expect([0, 999, 1000, 212_400_000, 2_430_000_000].map(bytesWords)).toEqual(['0 B', '999 B', '1 kB', '212 MB', '2.4 GB'])
})
