import { expect, test } from 'vitest'
import { greeting } from './HomePage.tsx'

test.each([
  [4, 'Hello'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [0, 'Hello'],
])('at %i o’clock it says %s', (hour, text) => {
  expect(greeting(new Date(2026, 4, 1, hour))).toBe(text)
})
