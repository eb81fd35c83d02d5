import { expect, test } from 'vitest'
import { addDays, dayIn, endOfDay, hourIn, mondayOf, offsetIn, startOfDay, todayOf } from './calendar.ts'
import { CommunityZone } from './portal/calendar.ts'

const HOUR = 3_600_000

test.each([
  ['UTC', '2026-11-18T00:00:00.000Z', '2026-11-18'],
  ['Pacific/Kiritimati', '2026-11-18T10:00:00.000Z', '2026-11-19'],
  ['Pacific/Kiritimati', '2026-11-18T09:59:59.999Z', '2026-11-18'],
  ['Pacific/Pago_Pago', '2026-11-18T10:59:59.999Z', '2026-11-17'],
  ['Asia/Kathmandu', '2026-11-17T18:15:00.000Z', '2026-11-18'],
])('in %s at %s the day is %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day)
})

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  // Midnight does not exist: the day begins at one o'clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  // Midnight comes twice: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  // The hour before midnight comes twice.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['Pacific/Kiritimati', '2026-11-19', '2026-11-18T10:00:00.000Z', 24],
])('in %s the day %s begins at %s and has %d hours', (zone, day, start, hours) => {
  expect(startOfDay(zone, day).toISOString()).toBe(start)
  expect((startOfDay(zone, addDays(day, 1)).getTime() - startOfDay(zone, day).getTime()) / HOUR).toBe(hours)
})

test('around every change of summer time, in every zone, a day begins when the day before ends', () => {
  const changes = ['2026-03-07', '2026-03-28', '2026-04-03', '2026-04-23', '2026-09-05', '2026-10-24', '2026-10-31', '2026-12-31']
  const days = changes.flatMap((day) => [day, addDays(day, 1), addDays(day, 2)])
  const wrong = Intl.supportedValuesOf('timeZone').filter((zone) =>
    days.some((day) => {
      const start = startOfDay(zone, day).getTime()
      return dayIn(zone, start) !== day || dayIn(zone, start - 1) !== addDays(day, -1)
    }),
  )
  expect(wrong).toEqual([])
})

test('the last moment of a day is a second before the next', () => {
  expect(endOfDay('Europe/Berlin', '2026-10-25').toISOString()).toBe('2026-10-25T22:59:59.000Z')
})

test('the hour and the offset of a zone', () => {
  expect(hourIn('Asia/Kolkata', Date.parse('2026-11-18T22:40:00Z'))).toBe(4)
  expect(hourIn('UTC', Date.parse('2026-11-18T00:00:00Z'))).toBe(0)
  expect(offsetIn('Asia/Kolkata', Date.parse('2026-11-18T22:40:31Z'))).toBe(330)
  expect(offsetIn('America/St_Johns', Date.parse('2026-07-01T00:00:00.250Z'))).toBe(-150)
})

test('a zone unknown to the browser counts as UTC, so that pages work', () => {
  expect(dayIn('Mars/Olympus', Date.parse('2026-11-18T23:59:59Z'))).toBe('2026-11-18')
})

test('weeks begin on Monday', () => {
  expect(['2026-11-15', '2026-11-16', '2026-11-22'].map(mondayOf)).toEqual(['2026-11-09', '2026-11-16', '2026-11-16'])
})

test('today is never before the first day of the time zone', () => {
  const at = Date.parse('2026-11-16T03:00:00Z')
  expect(todayOf({ timeZone: 'America/New_York', firstDay: null }, at)).toBe('2026-11-15')
  expect(todayOf({ timeZone: 'America/New_York', firstDay: '2026-11-16' }, at)).toBe('2026-11-16')
  expect(todayOf({ timeZone: 'America/New_York', firstDay: '2026-11-16' }, at + 48 * HOUR)).toBe('2026-11-17')
})

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Europe/Kyiv'])('%s can be chosen', (zone) => {
  expect(CommunityZone.parse(` ${zone} `)).toBe(zone)
})

test.each([
  '',
  'Mars/Olympus',
  '+01:00',
  'EST',
  'Etc/GMT+5',
  'US/Eastern',
  'Europe',
  'Europe/',
  '../etc/passwd',
  `Europe/${'x'.repeat(80)}`,
])('%j can not be chosen', (zone) => {
  expect(CommunityZone.safeParse(zone).success).toBe(false)
})
