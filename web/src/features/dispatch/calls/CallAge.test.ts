import { expect, test } from 'vitest'
import { ageTone } from './CallAge.tsx'
import { aCall, before, NOON } from './testing/board.ts'

test.each([
  [1, 59, 'calm'],
  [1, 60, 'amber'],
  [2, 179, 'amber'],
  [2, 180, 'red'],
  [3, 180, 'calm'],
  [3, 300, 'amber'],
  [4, 899, 'amber'],
  [4, 900, 'red'],
] as const)('a call of priority %i that has waited for a unit for %i s is %s', (priority, seconds, tone) => {
  expect(ageTone(aCall({ priority, createdAt: before(seconds) }), NOON)).toBe(tone)
})

test('a call with a unit, or a cleared call, is not coloured', () => {
  for (const status of ['active', 'cleared'] as const) expect(ageTone(aCall({ status, createdAt: before(9999) }), NOON)).toBe('calm')
})

test('a clock that is behind the portal does not colour a new call', () => {
  expect(ageTone(aCall({ createdAt: before(-30) }), NOON)).toBe('calm')
})
