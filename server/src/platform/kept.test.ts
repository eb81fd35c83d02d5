import { expect, test } from 'vitest'
import { until } from '../testing/test-portal.ts'
import { keep } from './kept.ts'

test('a change during a read is in the next read, which all callers meanwhile share', async () => {
  const readings: ((value: number) => void)[] = []
  const kept = keep(
    0,
    () => new Promise<number>((resolve) => void readings.push(resolve)),
    () => expect.unreachable(),
  )
  const first = kept.refresh()
  const others = [kept.refresh(), kept.refresh(), kept.refresh()]
  expect(readings).toHaveLength(1)
  readings[0]!(1)
  await first
  expect(kept.get()).toBe(1)
  await until('the second reading', () => readings.length === 2)
  readings[1]!(2)
  await Promise.all(others)
  expect([kept.get(), readings.length]).toEqual([2, 2])
})

test('a failed read keeps the old value, and is retried', async () => {
  const errors: unknown[] = []
  let isAway = true
  const read = async () => {
    if (isAway) throw new Error('away')
    return 'new'
  }
  const kept = keep('old', read, (error) => void errors.push(error))
  await kept.refresh()
  expect([kept.get(), errors.length]).toEqual(['old', 1])
  isAway = false
  await until('it is read', () => kept.get() === 'new')
  kept.close()
})
