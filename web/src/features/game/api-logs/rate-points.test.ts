import { expect, test } from 'vitest'
import { clockOf, rateGroups, rateWords, roundTimes } from './rate-points.ts'

const START = new Date(2026, 10, 1, 20, 3).getTime()
const points = (count: number, stepMinutes: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(START + index * stepMinutes * 60_000).toISOString(),
    calls: index,
    errors: index % 2,
  }))

test('the axis names round times, wherever the hour began', () => {
  expect(roundTimes(points(60, 1), 'hour').map(clockOf)).toEqual(['20:10', '20:20', '20:30', '20:40', '20:50', '21:00'])
  expect(roundTimes(points(24 * 60, 1), 'day').map(clockOf)).toEqual([
    '21:00',
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
  ])
})

test('the table has every call once, newest first', () => {
  const groups = rateGroups(points(60, 1), 'hour')
  expect(groups).toHaveLength(13)
  expect(groups.map(({ at }) => clockOf(at)).slice(0, 2)).toEqual(['21:00', '20:55'])
  expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe((59 * 60) / 2)
})

test('the chart is said in words', () => {
  expect(rateWords({ points: points(1, 1) }, 'hour')).toBe('No calls in the last hour')
  expect(rateWords({ points: points(3, 1) }, 'day')).toBe('3 calls in the last day, 1 failed (33.3 %); busiest at 20:05')
})
