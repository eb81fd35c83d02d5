import { expect, test } from 'vitest'
import { dateOnly } from '../../../platform/format/dates.ts'
import { dayWords, heatMap, heatMonths, heatSummary, monthLabels } from './heat-map.ts'
import { lastDuty } from './patrols.port.ts'

/** A Thursday. */
const NOW = new Date(2026, 4, 14, 21, 30)
const hours = (day: string, count: number) => ({ day, countedSeconds: count * 3600 })

test('the heat map ends with the current week, Monday first, and marks the days ahead', () => {
  const days = heatMap([], NOW)
  expect(days).toHaveLength(12 * 7)
  expect(days[0]?.date.getDay()).toBe(1)
  expect(days.at(-1)?.date).toEqual(new Date(2026, 4, 17))
  expect(days.filter(({ isAhead }) => isAhead)).toHaveLength(3)
  expect(days.every(({ level }) => level === 0)).toBe(true)
})

test('each day has the minutes that count on it, whatever daylight saving does', () => {
  const days = heatMap([hours('2026-03-29', 2), hours('2026-03-30', 0.5), hours('2025-01-01', 9)], NOW)
  expect(days.filter(({ minutes }) => minutes > 0).map(({ day, minutes }) => [day, minutes])).toEqual([
    ['2026-03-29', 120],
    ['2026-03-30', 30],
  ])
  expect(new Set(heatMap([], NOW, 53).map(({ day }) => day)).size).toBe(53 * 7)
})

test('levels follow the time on patrol', () => {
  const level = (count: number) => heatMap([hours('2026-05-13', count)], NOW).at(-5)?.level
  expect([0, 0.5, 1, 2.9, 3, 9].map(level)).toEqual([0, 1, 2, 2, 3, 3])
})

test('the text of a day names its weekday', () => {
  const days = heatMap([hours('2026-05-13', 1.5)], NOW)
  expect(days.slice(-5, -3).map(dayWords)).toEqual([
    `Wed ${dateOnly('2026-05-13')}: 1 h 30 min`,
    `Thu ${dateOnly('2026-05-14')}: no patrol`,
  ])
  expect(heatSummary(days)).toBe(`1 h 30 min on 1 day since ${dateOnly('2026-02-23')}`)
})

test('a column is named after the month that begins in it, and a month of one week left is not squeezed in', () => {
  // From Monday 23 February to Sunday 17 May.
  expect(monthLabels(heatMap([], NOW))).toEqual([null, 'Mar', null, null, null, null, 'Apr', null, null, null, 'May', null])
})

test('the months are listed newest first, without days ahead', () => {
  const months = heatMonths(heatMap([hours('2026-05-13', 1.5), hours('2026-05-14', 1), hours('2026-03-02', 2)], NOW))
  expect(months.map(({ name, minutes, days }) => [name, minutes, days])).toEqual([
    ['May 2026', 150, 2],
    ['April 2026', 0, 0],
    ['March 2026', 120, 1],
    ['February 2026', 0, 0],
  ])
})

test('the last duty is never a civilian patrol', () => {
  const civilian = { endedAt: null, kind: 'civilian' as const }
  const duty = { endedAt: '2026-05-13T20:00:00.000Z', kind: 'duty' as const }
  expect(lastDuty([civilian, duty])).toBe(duty)
})
