import { expect, test } from 'vitest'
import { offDutyWords } from './CadDesktopPage.tsx'

const at = (time: string) => new Date(`2026-11-16T${time}:00`).toISOString()
const NOW = new Date('2026-11-16T03:10:00')
const patrol = {
  startedAt: at('02:33'),
  endedAt: at('02:59'),
  endReason: null,
  calls: 6,
}

test('off duty, one is told since when, for how long and how many calls', () => {
  expect(offDutyWords(patrol, NOW)).toBe('You went off duty at 02:59: 26 min, 6 calls')
  expect(offDutyWords({ ...patrol, calls: 1 }, NOW)).toBe('You went off duty at 02:59: 26 min, 1 call')
  expect(offDutyWords({ ...patrol, endReason: 'silence' }, NOW)).toBe(
    'You were put off duty at 02:59, because nothing was heard from your unit: 26 min, 6 calls',
  )
})

test('nothing is said of a patrol that is not known to have ended', () => {
  expect(offDutyWords(undefined)).toBe('')
  expect(offDutyWords({ ...patrol, endedAt: null })).toBe('')
})
