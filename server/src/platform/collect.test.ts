import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCollector } from './collect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const collect = (work: (ids: readonly number[]) => Promise<void>) => {
  const errors: unknown[] = []
  return { ...createCollector<number>({ everyMs: 5000, work, onError: (error) => void errors.push(error) }), errors }
}

test('the first change is delivered at once, later ones together and each once', async () => {
  const taken: (readonly number[])[] = []
  const collector = collect(async (ids) => void taken.push(ids))
  collector.add(1)
  await vi.advanceTimersByTimeAsync(1)
  collector.add(2)
  collector.add(3, 2)
  await vi.advanceTimersByTimeAsync(4900)
  expect(taken).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(200)
  expect(taken).toEqual([[1], [2, 3]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken).toHaveLength(2)
})

test('changes that could not be delivered are delivered with the next', async () => {
  const taken: (readonly number[])[] = []
  let isDown = true
  const collector = collect(async (ids) => {
    if (isDown) throw new Error('down')
    taken.push(ids)
  })
  collector.add(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(collector.errors).toHaveLength(1)
  isDown = false
  collector.add(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(taken).toEqual([[1, 2]])
})

test('closing delivers the rest and accepts no more', async () => {
  const taken: (readonly number[])[] = []
  const collector = collect(async (ids) => void taken.push(ids))
  collector.add(1)
  await collector.close()
  collector.add(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken).toEqual([[1]])
})
