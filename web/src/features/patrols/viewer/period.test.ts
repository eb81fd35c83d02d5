import { expect, test } from 'vitest'
import { beforeWords, dayCount, isWholeDay, MAX_DAYS, periodBefore, periodOf, periodWords, shiftPeriod } from './period.ts'

/** A Tuesday. */
const TODAY = '2026-11-17'
const week = (from?: string) => periodOf({ kind: 'week', from }, TODAY)
const month = (from?: string) => periodOf({ kind: 'month', from }, TODAY)

test('a week runs from Monday to Sunday, whichever of its days is given', () => {
  expect(week()).toEqual({ kind: 'week', from: '2026-11-16', to: '2026-11-22' })
  expect(week('2026-11-15')).toEqual({ kind: 'week', from: '2026-11-09', to: '2026-11-15' })
  expect(week('2026-11-09').from).toBe('2026-11-09')
})

test('a month has its own number of days', () => {
  expect(month()).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  expect(month('2028-02-20')).toMatchObject({ from: '2028-02-01', to: '2028-02-29' })
})

test('previous and next step by week or month, across years and clock changes', () => {
  expect(shiftPeriod(month('2026-01-31'), -1)).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
  expect(shiftPeriod(week('2026-10-25'), 1)).toMatchObject({ from: '2026-10-26', to: '2026-11-01' })
  expect(shiftPeriod({ kind: 'custom', from: '2026-11-01', to: '2026-11-10' }, -1)).toMatchObject({ from: '2026-10-22', to: '2026-10-31' })
})

test('a custom period that ends before it starts is its first day, and one that is too long is cut', () => {
  expect(periodOf({ kind: 'custom', from: '2026-11-10', to: '2026-11-01' }, TODAY)).toMatchObject({ from: '2026-11-10', to: '2026-11-10' })
  expect(dayCount(periodOf({ kind: 'custom', from: '2020-01-01', to: '2026-01-01' }, TODAY))).toBe(MAX_DAYS)
  expect(periodOf({ kind: 'custom' }, TODAY)).toMatchObject({ from: '2026-11-04', to: TODAY })
})

test('a day counts once its year is typed to the end', () => {
  expect(['0002-11-01', '0020-11-01', '0202-11-01', '20260-11-01', '1999-12-31', ''].filter(isWholeDay)).toEqual([])
  expect(isWholeDay('2026-11-01')).toBe(true)
})

test('totals are compared with as many days before, and a whole month with the month before', () => {
  expect(periodBefore(week())).toMatchObject({ from: '2026-11-09', to: '2026-11-15' })
  expect(periodBefore(month())).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  expect(periodBefore(month('2026-03-15'))).toMatchObject({ from: '2026-02-01', to: '2026-02-28' })
  const days = { kind: 'custom', from: '2026-11-02', to: '2026-12-01' } as const
  expect(periodBefore(days)).toMatchObject({ from: '2026-10-03', to: '2026-11-01' })
  expect(beforeWords({ kind: 'custom', from: '2026-11-01', to: '2026-11-30' })).toBe('month before')
  expect([week(), month(), periodOf({ kind: 'custom', from: TODAY }, TODAY)].map(beforeWords)).toEqual([
    'week before',
    'month before',
    'day before',
  ])
})

test('a period is named, with the year where it is another one', () => {
  expect(periodWords(week('2026-11-09'), TODAY)).toMatch(/^9\s?–\s?15 November$/)
  expect(periodWords(month(), TODAY)).toBe('November 2026')
  expect(periodWords(week('2026-01-01'), TODAY)).toMatch(/29 December 2025\s–\s4 January 2026/)
  expect(periodWords({ kind: 'custom', from: TODAY, to: TODAY }, TODAY)).toBe('17 November')
})
