import { UTC_CALENDAR } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { ageOf, communityDate, communityToday, endOfCommunityDay, setCalendar, zoneTimeWords } from './calendar.ts'

afterEach(() => setCalendar(UTC_CALENDAR))

const AT = new Date('2026-11-18T23:30:00Z')

test('today is the day of the community, wherever the viewer is', () => {
  expect(communityToday(AT)).toBe('2026-11-18')
  setCalendar({ timeZone: 'Pacific/Auckland', firstDay: null })
  expect(communityToday(AT)).toBe('2026-11-19')
  setCalendar({ timeZone: 'America/Los_Angeles', firstDay: '2026-11-20' })
  expect(communityToday(AT)).toBe('2026-11-20')
  setCalendar(undefined)
  expect(communityToday(AT)).toBe('2026-11-18')
})

test('a day that is chosen ends with the community, and is shown as the same day again', () => {
  setCalendar({ timeZone: 'Europe/Berlin', firstDay: null })
  expect(endOfCommunityDay('2026-01-05')).toBe('2026-01-05T22:59:59.000Z')
  expect(communityDate('2026-01-05T22:59:59.000Z')).toBe('5 Jan 2026')
  expect(communityDate('2026-01-05T23:00:00.000Z')).toBe('6 Jan 2026')
  expect([endOfCommunityDay(''), endOfCommunityDay('0202-13'), endOfCommunityDay('2026-13-01'), communityDate(null)]).toEqual([
    null,
    null,
    null,
    '',
  ])
})

test('totals name the time of the community by its city', () => {
  expect(['UTC', 'America/New_York', 'America/Argentina/Buenos_Aires'].map(zoneTimeWords)).toEqual([
    'in UTC',
    'in New York time',
    'in Buenos Aires time',
  ])
})

test('an age changes on the birthday', () => {
  const ages = ['2026-11-16', '2026-11-17', '2026-11-18'].map((today) => ageOf('1991-11-17', today))
  expect(ages).toEqual([34, 35, 35])
})
