import { expect, test } from 'vitest'
import { eveningOf, isProblem, lastHours } from './ChooseReplay.tsx'

const NOW = new Date(2026, 10, 14, 23, 7).getTime()
const local = (text: string) => `${new Date(text).toISOString().slice(0, 19)}Z`

test('at first it is the last three hours', () => {
  expect(lastHours(NOW)).toEqual({ day: '2026-11-14', from: '20:05', to: '23:10' })
  expect(isProblem(eveningOf(lastHours(NOW), NOW))).toBe(false)
})

test('an end before the start is on the next day', () => {
  expect(eveningOf({ day: '2026-11-13', from: '20:00', to: '01:30' }, NOW)).toEqual({
    from: local('2026-11-13T20:00'),
    to: local('2026-11-14T01:30'),
  })
})

test.each([
  [{ day: '', from: '20:00', to: '21:00' }, 'day'],
  [{ day: '2026-11-13', from: '', to: '21:00' }, 'from'],
  [{ day: '2026-11-13', from: '20:00', to: '' }, 'to'],
  [{ day: '2026-11-13', from: '06:00', to: '20:00' }, 'to'],
  [{ day: '2026-11-15', from: '20:00', to: '21:00' }, 'from'],
])('%j is refused at its field', (fields, field) => {
  expect(eveningOf(fields, NOW)).toMatchObject({ field })
})
