import { expect, test } from 'vitest'
import { daysBefore, quotaDays } from './patrols.period.ts'

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

test('quotas by week are summed over the weeks of a month that have begun, and each week belongs to one month', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' }
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23']
  expect(quotaDays(november, 'week', '2026-12-24')).toEqual(weeks)
  expect(quotaDays(november, 'week', '2026-11-09')).toEqual(weeks.slice(0, 2))
  expect(quotaDays({ from: '2026-12-01', to: '2026-12-31' }, 'week', '2027-02-01')).toEqual([
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
  ])
  expect(quotaDays(november, 'month', '2026-12-24')).toBe('own')
  expect(quotaDays({ from: '2026-11-02', to: '2026-11-08' }, 'week', '2026-12-24')).toBe('own')
  expect(quotaDays({ from: '2026-11-02', to: '2026-11-08' }, 'month', '2026-12-24')).toBeNull()
  expect(quotaDays({ from: '2026-11-02', to: '2026-11-15' }, 'week', '2026-12-24')).toBeNull()
  expect(quotaDays(november, null, '2026-12-24'), 'switched off').toBeNull()
})
