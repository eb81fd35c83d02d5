import { expect, test } from 'vitest'
import { clockTime } from '../../../platform/format/local-times.ts'
import { dayText, refusalText, summaryText, ticksOf } from './replay.labels.ts'

test('a call’s summary has what happened, and each time once', () => {
  expect(summaryText({ answered: 9000, sent: 48_000, onScene: 204_000 })).toBe(
    'Answered in 9 s · first unit sent after 48 s · on scene after 3:24',
  )
  expect(summaryText({ answered: 48_000, sent: 48_000, onScene: null })).toBe('First unit sent after 48 s')
  expect(summaryText({ answered: null, sent: null, onScene: null })).toBe('No unit was sent')
})

test('the day has its year where it is not this one', () => {
  const at = new Date(2020, 9, 10, 18).getTime()
  expect(dayText(at, new Date(2020, 11, 31).getTime())).toBe('Saturday 10 October')
  expect(dayText(at, new Date(2026, 10, 17).getTime())).toBe('Saturday 10 October 2020')
})

test('a source that can’t be found or is not allowed is named, and a failure that may pass is tried again', () => {
  const evening = { kind: 'evening', serverId: 7, from: '', to: '' } as const
  expect(refusalText({ kind: 'call', callId: 1042 }, 404)).toBe('There is no call 1042.')
  expect(refusalText({ kind: 'patrol', patrolId: 7 }, 404)).toContain('no such patrol')
  expect(refusalText(evening, 404)).toContain('no such server')
  expect(refusalText(evening, 403)).toContain('Only staff')
  expect(refusalText(evening, 503)).toBeNull()
})

test.each([
  [4, 30],
  [0.2, 1],
  [12, 60],
])('%d hours are named every %d minutes, at round times', (hours, minutes) => {
  const from = new Date(2026, 10, 14, 19, 59, 30).getTime()
  const ticks = ticksOf(from, from + hours * 3_600_000)
  expect(ticks.length).toBeLessThanOrEqual(14)
  expect(ticks.map((at) => new Date(at).getMinutes() % minutes)).toEqual(ticks.map(() => 0))
  expect(clockTime(ticks[0] ?? 0)).toBe('20:00')
})
