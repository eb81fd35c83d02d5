import type { PatrolOverview } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { changeWords, hoursByDay } from './hours-by-day.ts'
import { periodOf } from './period.ts'

const week = periodOf({ kind: 'week', from: '2026-11-09' }, '2026-11-17')
const department = (departmentId: number, hours: number): PatrolOverview['departments'][number] => ({
  departmentId,
  departmentName: `D${departmentId}`,
  members: 1,
  seconds: hours * 3600,
  countedSeconds: hours * 3600,
  calls: 0,
  patrols: 1,
})
const day = (date: string, departmentId: number, hours: number) => ({ day: date, departmentId, countedSeconds: hours * 3600 })

test('every day of the week has a bar for each department, in an order that hours do not change', () => {
  const overview = {
    departments: [department(3, 2), department(2, 5), department(4, 0)],
    days: [day('2026-11-10', 2, 5), day('2026-11-15', 3, 2)],
  }
  const { series, points, isStacked } = hoursByDay({ overview, period: week })
  expect(series.map(({ name }) => name)).toEqual(['D2', 'D3'])
  expect(isStacked).toBe(false)
  expect(points.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(points[1]?.hours).toEqual({ 2: 5, 3: 0 })
  expect(points[6]?.hours).toEqual({ 2: 0, 3: 2 })
})

test('many departments are stacked, and the smallest added up', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8]
  const overview = { departments: ids.map((id) => department(id, 20 - id)), days: ids.map((id) => day('2026-11-09', id, 1)) }
  const { series, points, isStacked } = hoursByDay({ overview, period: week })
  expect(isStacked).toBe(true)
  expect(series.map(({ name }) => name)).toEqual(['D1', 'D2', 'D3', 'D4', 'D5', '3 others'])
  expect(points[0]?.hours['others']).toBe(3)
  expect(new Set(series.map(({ color }) => color)).size).toBe(6)
})

test('the period before is beside it, day by day', () => {
  const before = {
    period: periodOf({ kind: 'week', from: '2026-11-02' }, '2026-11-17'),
    days: [day('2026-11-03', 2, 4), day('2026-11-03', 3, 1)],
  }
  const { points, isStacked } = hoursByDay({ overview: { departments: [department(2, 5)], days: [] }, period: week, before })
  expect(isStacked).toBe(true)
  expect(points.map((point) => point.before)).toEqual([0, 5, 0, 0, 0, 0, 0])
})

test('a long period is shown by week, a year by month, and nothing of it is lost', () => {
  const overview = { departments: [department(2, 9)], days: [day('2026-01-01', 2, 4), day('2026-03-31', 2, 5)] }
  const spring = hoursByDay({ overview, period: { kind: 'custom', from: '2026-01-01', to: '2026-03-31' } })
  expect(spring.points).toHaveLength(14)
  expect([spring.unit, hoursByDay({ overview, period: week }).unit]).toEqual(['week', 'day'])
  const year = hoursByDay({ overview, period: { kind: 'custom', from: '2026-01-01', to: '2026-12-31' } })
  expect(year.points.map(({ label }) => label).slice(0, 3)).toEqual(['Jan', 'Feb', 'Mar'])
  for (const { points } of [spring, year]) expect(points.reduce((sum, { hours }) => sum + (hours['2'] ?? 0), 0)).toBe(9)
})

test('a department has the same colour in every period, whatever its hours', () => {
  const colorsIn = (...hours: readonly [number, number, number]) => {
    const { series } = hoursByDay({
      overview: { departments: hours.map((each, index) => department(index + 2, each)), days: [] },
      period: week,
    })
    return Object.fromEntries(series.map(({ name, color }) => [name, color]))
  }
  expect(colorsIn(1, 5, 9)).toEqual(colorsIn(9, 5, 1))
  expect(colorsIn(0, 5, 9)).toMatchObject({ D3: colorsIn(9, 5, 1)['D3'], D4: colorsIn(9, 5, 1)['D4'] })
})

test('the change is given in percent', () => {
  const words = (now: number, before: number) => changeWords(now, before, 'week before')
  expect(words(108, 100)).toBe('+ 8 % on the week before')
  expect(words(50, 100)).toBe('− 50 % on the week before')
  expect(words(100, 100)).toBe('as in the week before')
  expect([words(5, 0), words(0, 0)]).toEqual(['none in the week before', 'none in the week before either'])
})
