import { expect, test, vi } from 'vitest'
import { createTrails } from './trails.ts'

test('earlier points come from the portal, later points are noted, and ten minutes are kept', async () => {
  const ask = vi.fn(async () => [{ slot: 1, points: [{ at: 1000, x: 1, y: 1 }] }])
  const trails = createTrails(ask)
  const shown = trails.show([1])
  trails.note(1, 2, 2, 5000)
  trails.note(1, 3, 3, 5500)
  trails.note(2, 9, 9, 5500)
  await shown
  expect(
    trails
      .get()
      .get(1)
      ?.map(({ x }) => x),
  ).toEqual([1, 2])
  expect(trails.get().has(2)).toBe(false)
  trails.note(1, 4, 4, 1000 + 10 * 60_000 + 1)
  expect(
    trails
      .get()
      .get(1)
      ?.map(({ x }) => x),
  ).toEqual([2, 4])
  await trails.show([])
  expect(trails.get().size).toBe(0)
  expect(ask).toHaveBeenCalledOnce()
})
