import { expect, test } from 'vitest'
import { hoursOf, minutesOf, QuotaForm, quotaFormOf, quotaInput } from './quota-hours.ts'

test('hours are read as people write them', () => {
  expect(['6', ' 6.5 ', '6,25', '6:30', '6 h', '6h 30', '6 h 5 min', '0', ''].map(minutesOf)).toEqual([
    360,
    390,
    375,
    390,
    360,
    390,
    365,
    0,
    null,
  ])
})

test('unreadable hours are not guessed', () => {
  expect(['six', '-1', '6:75', '1e3', '6 30', '9999'].map(minutesOf)).toEqual(Array.from({ length: 6 }, () => undefined))
})

test('hours are read back as they are shown', () => {
  for (const minutes of [null, 0, 5, 360, 390, 44_640]) expect(minutesOf(hoursOf(minutes))).toBe(minutes)
})

test('more hours than a month has are refused, and the field is named', () => {
  const refused = QuotaForm.safeParse({
    needsPresence: true,
    hours: '6',
    ranks: [
      { rankId: 1, hours: '745' },
      { rankId: 2, hours: 'x' },
    ],
  })
  expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['ranks.0.hours', 'A month has no more than 744 hours'],
    ['ranks.1.hours', 'Enter hours, such as 6 or 6:30'],
  ])
})

test('a rank without hours of its own is sent without hours', () => {
  const rules = {
    departmentId: 2,
    departmentName: 'LSPD',
    needsPresence: true,
    minutes: 360,
    ranks: [{ rankId: 4, rankName: 'Chief', minutes: null }],
    version: 3,
  }
  expect(quotaInput(QuotaForm.parse(quotaFormOf(rules)), rules.version)).toEqual({
    needsPresence: true,
    minutes: 360,
    ranks: [{ rankId: 4, minutes: null }],
    version: 3,
  })
})
