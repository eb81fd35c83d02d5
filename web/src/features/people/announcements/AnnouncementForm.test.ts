import { expect, test } from 'vitest'
import { fromLocalField, toLocalField } from '../../../platform/format/local-field.ts'
import { expiryAfter, isPast } from './AnnouncementForm.tsx'

test('a field and an instant say the same, to the minute', () => {
  const instant = new Date(2026, 4, 1, 9, 5).toISOString()
  expect(toLocalField(instant)).toBe('2026-05-01T09:05')
  expect(fromLocalField('2026-05-01T09:05')).toBe(instant)
})

test('no date and an invalid date show an empty field; an empty or incomplete field is no date', () => {
  expect([toLocalField(null), toLocalField('soon')]).toEqual(['', ''])
  expect([fromLocalField(''), fromLocalField('2026-05-')]).toEqual([null, null])
})

test('past and ahead', () => {
  const now = new Date()
  expect(isPast(null, now)).toBe(false)
  expect(isPast(expiryAfter(1, now), now)).toBe(false)
  expect(isPast(expiryAfter(-1, now), now)).toBe(true)
})
