import { expect, test } from 'vitest'
import { latestLastUsed } from './members.ts'
import { dateOnly, dateTime, relativeTime, timeSince, viewerLocale } from './dates.ts'

const NOW = new Date(2026, 4, 20, 15, 0)
const before = (ms: number) => new Date(NOW.getTime() - ms)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 min ago'],
  [59 * MINUTE, '59 min ago'],
  [2 * HOUR, '2 h ago'],
  [23 * HOUR, '23 h ago'],
  [25 * HOUR, 'yesterday'],
  [47 * HOUR, '2 d ago'],
  [3 * DAY, '3 d ago'],
  [-5 * MINUTE, 'in 5 min'],
  [-3 * HOUR, 'in 3 h'],
  [-HOUR + 5000, 'in 1 h'],
  [-DAY + 5000, 'tomorrow'],
  [-25 * HOUR, 'tomorrow'],
  [-4 * DAY, 'in 4 d'],
])('%d ms before now is %s', (ms, expected) => {
  expect(relativeTime(before(ms), NOW)).toBe(expected)
})

test.each([
  ['en-US', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de-DE', 'en-GB'],
  [undefined, 'en-GB'],
])('for %s dates are written as in %s', (language, locale) => {
  expect(viewerLocale(language)).toBe(locale)
})

test('past a month the date is told instead', () => {
  expect(relativeTime(new Date(2026, 1, 3, 8), NOW)).toBe('3 Feb 2026')
})

test('a date and a time are told where the reader is', () => {
  expect(dateTime(new Date(2026, 4, 1, 9, 5))).toBe('1 May 2026, 09:05')
  expect(dateTime(new Date(2026, 4, 1, 0, 0))).toBe('1 May 2026, 00:00')
  expect(dateOnly(new Date(2026, 4, 1, 9, 5))).toBe('1 May 2026')
})

test('since when something goes on is a time today, and a date as well on another day', () => {
  expect(timeSince(new Date(2026, 4, 20, 0, 4), NOW)).toBe('00:04')
  expect(timeSince(new Date(2026, 4, 19, 23, 55), NOW)).toBe('19 May 2026, 23:55')
  expect(timeSince(null, NOW)).toBe('')
})

test.each([null, undefined, '', 'not a date', Number.NaN])('%j is told as nothing', (value) => {
  expect(dateTime(value)).toBe('')
  expect(dateOnly(value)).toBe('')
  expect(relativeTime(value, NOW)).toBe('')
})

test('times come as text and as numbers too', () => {
  expect(relativeTime(before(2 * HOUR).toISOString(), NOW.getTime())).toBe('2 h ago')
  expect(relativeTime(before(2 * HOUR).getTime(), NOW)).toBe('2 h ago')
})

test('the latest use is found among all characters, in whatever order', () => {
  expect(
    latestLastUsed([
      { lastUsedAt: '2026-01-01T00:00:00Z' },
      { lastUsedAt: null },
      { lastUsedAt: '2026-03-01T00:00:00Z' },
      { lastUsedAt: '2026-02-01T00:00:00Z' },
    ]),
  ).toEqual(new Date('2026-03-01T00:00:00Z'))
})

test.each([[[]], [null], [undefined], [[{ lastUsedAt: null }, {}]], [[{ lastUsedAt: '' }, { lastUsedAt: 'nonsense' }]]])(
  'of %j there is no latest use',
  (characters) => {
    expect(latestLastUsed(characters)).toBeNull()
  },
)

test('a day alone is that day in every time zone', () => {
  const zone = process.env['TZ']
  try {
    for (const each of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
      process.env['TZ'] = each
      expect(new Date('2026-05-09T00:00').getDate()).toBe(9)
      expect(relativeTime('2026-05-09', new Date(2026, 4, 10, 12))).toBe('yesterday')
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
