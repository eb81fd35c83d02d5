import { expect, test } from 'vitest'
import { createLimits } from './limits.ts'

test('a few at once are allowed, then one after each pause, and whoever goes on is told once', () => {
  let time = 0
  const limits = createLimits(() => time)
  const take = () => limits.take(7, 'panic')
  expect([take(), take(), take(), take(), take()]).toEqual(['allowed', 'allowed', 'allowed', 'refused', 'told already'])
  time = 10_000
  expect([take(), take()]).toEqual(['allowed', 'refused'])
  time = 3_600_000
  expect([take(), take(), take(), take()]).toEqual(['allowed', 'allowed', 'allowed', 'refused'])
})

test('what one player does is not counted against another, nor one thing against another', () => {
  const limits = createLimits(() => 0)
  while (limits.take(1, 'call') === 'allowed');
  expect(limits.take(2, 'call')).toBe('allowed')
  expect(limits.take(1, 'panic')).toBe('allowed')
  limits.forget(1)
  expect(limits.take(1, 'call')).toBe('allowed')
})
