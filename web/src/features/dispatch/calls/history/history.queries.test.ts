import { periodOf } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { dayOf } from '../../../../platform/format/local-times.ts'
import { rangeParams, rangeProblem, usualRange } from './history.queries.ts'

test('whole days are sent to the portal in the reader’s time zone', () => {
  const { startISO, endISO } = rangeParams({ from: '2026-03-01', to: '2026-03-31' })
  expect(startISO).toMatch(/^2026-03-01T00:00:00[+-]\d\d:\d\d$/)
  expect(endISO).toMatch(/^2026-03-31T23:59:59[+-]\d\d:\d\d$/)
  const { from, before } = periodOf(startISO, endISO)
  expect(from).toEqual(new Date('2026-03-01T00:00:00'))
  expect(before.getTime()).toBe(new Date('2026-03-31T23:59:59').getTime() + 1000)
})

test('days are local days', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test.each([
  ['2026-05-01', '2026-05-01', null],
  ['2026-01-01', '2026-04-02', null],
  ['2026-01-01', '2026-04-03', 'Choose at most 92 days at once'],
  ['2026-05-02', '2026-05-01', 'The last day lies before the first'],
  ['', '2026-05-01', 'Choose a first and a last day'],
  ['2026-13-01', '2026-13-02', 'Choose a first and a last day'],
])('from %j to %j: %j', (from, to, problem) => {
  expect(rangeProblem({ from, to })).toBe(problem)
})

test('today, yesterday and the last week are days of the calendar', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  expect(usualRange('today', now)).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  expect(usualRange('yesterday', now)).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(usualRange('week', now)).toEqual({ from: '2026-02-23', to: '2026-03-01' })
})
