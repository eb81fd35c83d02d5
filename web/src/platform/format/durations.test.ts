import { expect, test } from 'vitest'
import { duration, durationInColumn, elapsed } from './durations.ts'

test.each([
  [0, '0 min', '0 h 00'],
  [45, '45 min', '0 h 45'],
  [60, '1 h', '1 h 00'],
  [860.9, '14 h 20 min', '14 h 20'],
  [61_204, '1,020 h 4 min', '1,020 h 04'],
  [-5, '0 min', '0 h 00'],
])('%d minutes are %s, in a column %s', (minutes, expected, inColumn) => {
  expect(duration(minutes)).toBe(expected)
  expect(durationInColumn(minutes)).toBe(inColumn)
})

test.each([
  [0, '0:00'],
  [18_999, '0:18'],
  [381_000, '6:21'],
  [3_734_000, '1:02:14'],
  [90_000_000, '25:00:00'],
  [-5000, '0:00'],
])('%i ms have lasted %s', (milliseconds, text) => {
  expect(elapsed(milliseconds)).toBe(text)
})
