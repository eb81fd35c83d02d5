import { expect, test } from 'vitest'
import { createLimits } from './limits.ts'

test('a burst is allowed, then one action per interval, and a player who continues is told once', () => {
  let time = 0
  const limits = createLimits(() => time)
  const take = () => limits.take(7, 'panic')
  expect([take(), take(), take(), take(), take()]).toEqual(['allowed', 'allowed', 'allowed', 'refused', 'told already'])
  time = 10_000
  expect([take(), take()]).toEqual(['allowed', 'refused'])
  time = 3_600_000
  expect([take(), take(), take(), take()]).toEqual(['allowed', 'allowed', 'allowed', 'refused'])
})

test('players and actions are limited separately', () => {
  const limits = createLimits(() => 0)
  while (limits.take(1, 'call') === 'allowed');
  expect(limits.take(2, 'call')).toBe('allowed')
  expect(limits.take(1, 'panic')).toBe('allowed')
  limits.forget(1)
  expect(limits.take(1, 'call')).toBe('allowed')
})
