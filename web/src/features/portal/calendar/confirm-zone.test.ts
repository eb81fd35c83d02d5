import type { CalendarPreview } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { dayTime } from '../../../platform/format/dates.ts'
import { previewWords } from './confirm-zone.port.tsx'

const state = { today: '2026-11-18', weekStartsAt: '2026-11-16T00:00:00.000Z', weekEndsAt: '2026-11-23T00:00:00.000Z', onLeave: 1 }
const preview: CalendarPreview = { before: state, after: state, laterMinutes: 0, leaves: 0, licences: 0, vehicles: 0 }

test('every change is said in a sentence of its own', () => {
  const weekEndsAt = '2026-11-23T05:00:00.000Z'
  const after = { ...state, today: '2026-11-17', weekEndsAt, onLeave: 2 }
  expect(previewWords({ ...preview, after, laterMinutes: 300, leaves: 2, licences: 14, vehicles: 1 })).toEqual([
    'Today becomes Tuesday 17 November.',
    'From tomorrow on, days begin 5 h later.',
    `This week, which counts for quotas, ends ${dayTime(weekEndsAt)} instead of ${dayTime(state.weekEndsAt)}, your time.`,
    '2 leaves begin or end 5 h later.',
    '2 members are on leave instead of 1.',
    '14 licences expire 5 h later.',
    'The registration or insurance of 1 vehicle expires 5 h later.',
  ])
})

test('another week is named, and days that begin earlier', () => {
  const after = { ...state, today: '2026-11-23', weekStartsAt: '2026-11-22T13:30:00.000Z', weekEndsAt: '2026-11-29T13:30:00.000Z' }
  expect(previewWords({ ...preview, after, laterMinutes: -630, leaves: 1 })).toEqual([
    'Today becomes Monday 23 November.',
    'From tomorrow on, days begin 10 h 30 min earlier.',
    `The week that counts for quotas is the one from ${dayTime(after.weekStartsAt)} to ${dayTime(after.weekEndsAt)}, your time.`,
    '1 leave begins or ends 10 h 30 min earlier.',
  ])
})

test('a zone with the same time moves nothing now', () => {
  expect(previewWords(preview)).toEqual([
    'Today stays Wednesday 18 November.',
    'Days begin at the same time as now, but the clocks may change on other days.',
  ])
})
