import { expect, test } from 'vitest'
import { dayWords, heatMap, minutesThisMonth, monthLabels, openPatrol } from './heat-map.ts'

const patrol = (from: Date, to: Date | null) => ({ startedAt: from.toISOString(), endedAt: to?.toISOString() ?? null })
/** A Thursday. */
const NOW = new Date(2026, 4, 14, 21, 30)

test('it ends with the current week, Monday first, and marks the days ahead', () => {
  const days = heatMap([], NOW)
  expect(days).toHaveLength(12 * 7)
  expect(days[0]?.date.getDay()).toBe(1)
  expect(days.at(-1)?.date).toEqual(new Date(2026, 4, 17))
  expect(days.filter(({ isAhead }) => isAhead)).toHaveLength(3)
  expect(days.every(({ level }) => level === 0)).toBe(true)
})

test('a patrol over midnight counts towards both days', () => {
  const days = heatMap([patrol(new Date(2026, 4, 12, 23, 30), new Date(2026, 4, 13, 2))], NOW)
  const minutes = (day: number) => days.find(({ date }) => date.getTime() === new Date(2026, 4, day).getTime())?.minutes
  expect([11, 12, 13, 14].map(minutes)).toEqual([0, 30, 120, 0])
})

test('levels follow the time on patrol', () => {
  const day = (hours: number) => heatMap([patrol(new Date(2026, 4, 13, 10), new Date(2026, 4, 13, 10, hours * 60))], NOW).at(-5)?.level
  expect([0, 0.5, 1, 2.9, 3, 9].map(day)).toEqual([0, 1, 2, 2, 3, 3])
})

test('a patrol under way counts until now, and is the open one', () => {
  const open = patrol(new Date(2026, 4, 14, 20), null)
  expect(heatMap([open], NOW).at(-4)?.minutes).toBe(90)
  expect(openPatrol([patrol(new Date(2026, 4, 1), new Date(2026, 4, 2)), open])).toBe(open)
  expect(openPatrol([])).toBeUndefined()
})

test('this month counts from its first midnight', () => {
  const patrols = [
    patrol(new Date(2026, 3, 30, 23), new Date(2026, 4, 1, 1)),
    patrol(new Date(2026, 4, 14, 20), null),
    patrol(new Date(2026, 3, 2), new Date(2026, 3, 3)),
  ]
  expect(minutesThisMonth(patrols, NOW)).toBe(60 + 90)
})

test('a day is told with its weekday', () => {
  const days = heatMap([patrol(new Date(2026, 4, 13, 10), new Date(2026, 4, 13, 11, 30))], NOW)
  expect(days.slice(-5, -3).map(dayWords)).toEqual(['Wed 13 May 2026: 1 h 30 min', 'Thu 14 May 2026: no patrol'])
})

test('a column is named after the month that begins in it, and a month of one week left is not squeezed in', () => {
  // From Monday 23 February to Sunday 17 May.
  expect(monthLabels(heatMap([], NOW))).toEqual([null, 'Mar', null, null, null, null, 'Apr', null, null, null, 'May', null])
})
