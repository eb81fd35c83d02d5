import { expect, test } from 'vitest'
import { buildUnit } from '../testing/build-unit.ts'
import { overdueUnits, welfareLevel, welfareWords } from './welfare.ts'

const SINCE = '2026-05-01T21:00:00.000Z'
const after = (minutes: number) => Date.parse(SINCE) + minutes * 60_000

test.each([
  [6, 14.9, 'fine'],
  [6, 15, 'amber'],
  [6, 30, 'red'],
  [5, 10, 'amber'],
  [5, 20, 'red'],
  [7, 59, 'amber'],
  [3, 900, 'fine'],
  [2, 900, 'fine'],
] as const)('status %d after %d minutes is %s', (status, minutes, level) => {
  expect(welfareLevel({ status, statusSince: SINCE }, after(minutes))).toBe(level)
})

test('a state that colour shows is told in words too', () => {
  expect(welfareWords({ status: 6 }, 'fine')).toBeUndefined()
  expect(welfareWords({ status: 6 }, 'amber')).toBe('On scene for more than 15 minutes: a status check is due')
  expect(welfareWords({ status: 6 }, 'red')).toBe('On scene for more than 30 minutes: ask for a status check now')
})

test('the most overdue are listed first, and nobody who is fine', () => {
  const units = [
    buildUnit({ userId: 1, status: 3 }),
    buildUnit({ userId: 6, status: 6, unitClass: 2 }),
    buildUnit({ userId: 7, status: 6, unitClass: 0 }),
    buildUnit({ userId: 2, status: 6, statusSince: '2026-05-01T21:10:00.000Z' }),
    buildUnit({ userId: 3, status: 7, statusSince: '2026-05-01T20:50:00.000Z' }),
    buildUnit({ userId: 4, status: 6, statusSince: '2026-05-01T21:20:00.000Z' }),
    buildUnit({ userId: 5, status: 6, statusSince: '2026-05-01T21:05:00.000Z' }),
  ]
  expect(overdueUnits(units, after(41)).map(({ userId }) => userId)).toEqual([5, 2, 3, 4])
})
