import { expect, test } from 'vitest'
import { daysBefore } from './patrols.period.ts'

const before = (from: string, to: string) => {
  const days = daysBefore({ from, to })
  return [days.from, days.to]
}

test('the period before a whole month is the month before, and before any other period as many days', () => {
  expect(before('2026-11-01', '2026-11-30')).toEqual(['2026-10-01', '2026-10-31'])
  expect(before('2026-03-01', '2026-03-31')).toEqual(['2026-02-01', '2026-02-28'])
  expect(before('2026-01-01', '2026-01-31')).toEqual(['2025-12-01', '2025-12-31'])
  expect(before('2026-11-16', '2026-11-22')).toEqual(['2026-11-09', '2026-11-15'])
  expect(before('2026-11-02', '2026-12-01')).toEqual(['2026-10-03', '2026-11-01'])
  expect(before('2026-11-01', '2026-11-17')).toEqual(['2026-10-15', '2026-10-31'])
})
