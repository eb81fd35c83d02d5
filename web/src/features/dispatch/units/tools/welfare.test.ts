import type { CadValueOf } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { keepWelfareTimes } from '../../cad-values/welfare-times.ts'
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
  expect(welfareLevel(buildUnit({ status, statusSince: SINCE }), after(minutes))).toBe(level)
})

afterEach(() => keepWelfareTimes([]))

test('the times of the community count, the first in the list that fits the status and the priority of the call', () => {
  const time = (statuses: number[], priorities: (1 | 2)[], amber: number, isRetired = false): CadValueOf<'welfare-time'> => {
    const content = { name: 'Time', statuses, priorities, amber, red: 2 * amber }
    return { kind: 'welfare-time', valueId: amber, key: null, content, position: 1, isShipped: false, isRetired, version: 1 }
  }
  keepWelfareTimes([time([6], [1], 3, true), time([6], [1, 2], 5), time([6], [], 45)])
  const calls = new Map([[7, { priority: 2 as const }]])
  const sent = buildUnit({ status: 6, callId: 7, statusSince: SINCE })
  const alone = buildUnit({ status: 6, statusSince: SINCE })
  expect([4, 5, 10].map((minutes) => welfareLevel(sent, after(minutes), calls))).toEqual(['fine', 'amber', 'red'])
  expect(welfareWords(sent, 'amber', calls)).toBe('On scene for more than 5 minutes: a status check is due')
  expect([10, 45].map((minutes) => welfareLevel(alone, after(minutes), calls))).toEqual(['fine', 'amber'])
  expect(welfareLevel(buildUnit({ status: 5, statusSince: SINCE }), after(900), calls)).toBe('fine')
})

test('a state that colour shows is told in words too', () => {
  expect(welfareWords(buildUnit({ status: 6 }), 'fine')).toBeUndefined()
  expect(welfareWords(buildUnit({ status: 6 }), 'amber')).toBe('On scene for more than 15 minutes: a status check is due')
  expect(welfareWords(buildUnit({ status: 6 }), 'red')).toBe('On scene for more than 30 minutes: ask for a status check now')
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
