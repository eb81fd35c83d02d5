import { expect, test } from 'vitest'
import { tableMinWidth } from '../../../ui/table-columns.ts'
import { fineWords, jailWords, OFFENCE_COLUMNS, offenceFilter } from './offence-table.tsx'

const state = (q: string, filters: Record<string, string> = {}) => ({ page: 2, size: 50 as const, sort: null, q, filters })

test('the address becomes a request, without invalid values', () => {
  expect(offenceFilter(state('  speeding ', { type: 'Felony', category: 'Traffic', retired: 'yes' }))).toEqual({
    page: 2,
    pageSize: 50,
    q: 'speeding',
    type: 'Felony',
    category: 'Traffic',
    includeRetired: true,
  })
  expect(offenceFilter(state('', { type: 'Crime' }))).toMatchObject({ q: undefined, type: undefined, includeRetired: false })
})

test.each([
  [0, 0, 'None'],
  [75, 75, '$75'],
  [1000, 2500, '$1,000–2,500'],
])('a fine of %d to %d is %s', (fineMin, fineMax, words) => {
  expect(fineWords({ fineMin, fineMax })).toBe(words)
})

test.each([
  [0, 0, 'None'],
  [0, 5, '0–5 min'],
  [10, 10, '10 min'],
])('a time of %d to %d is %s', (jailMin, jailMax, words) => {
  expect(jailWords({ jailMin, jailMax })).toBe(words)
})

test('on a phone of 390 pixels the columns fit without scrolling sideways', () => {
  const onPhone = OFFENCE_COLUMNS.filter(({ isWideOnly }) => !isWideOnly)
  expect(onPhone.map(({ id }) => id)).toEqual(['code', 'title'])
  expect(tableMinWidth(onPhone)).toBeLessThanOrEqual(390 - 2 * 16 - 2)
})
