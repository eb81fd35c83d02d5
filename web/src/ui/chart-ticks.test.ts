import { expect, test } from 'vitest'
import { roundTicks, shortNumber } from './chart-ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [16, [0, 5, 10, 15, 20]],
  [20, [0, 5, 10, 15, 20]],
  [81, [0, 25, 50, 75, 100]],
  [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('an axis up to %i', (most, ticks) => {
  expect(roundTicks(most)).toEqual(ticks)
})

test('has an end at or above whatever is drawn, in whole steps, not too many', () => {
  for (let most = 0; most < 3000; most += 1) {
    const ticks = roundTicks(most)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('large numbers are short', () => {
  expect([950, 9999, 12_500, 1_000_000].map(shortNumber)).toEqual(['950', '9,999', '12.5K', '1M'])
})
