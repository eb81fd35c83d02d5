import { expect, test } from 'vitest'
import type { Point } from '../../../map/island/geometry.ts'
import { spread } from './spread.ts'

const closest = (points: readonly Point[]) =>
  Math.min(...points.flatMap(([x, y], at) => points.slice(at + 1).map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY))))

test('points that are far enough apart stay where they are', () => {
  const points: Point[] = [
    [0, 0],
    [28, 0],
    [0, 40],
  ]
  expect(spread(points, 28)).toEqual(points)
})

test('of points that overlap the first stays, and the others stand around it, a marker apart', () => {
  const at: Point = [100, 50]
  const points = spread([at, at, [101, 50], at, at, at, at, at, at, at], 28)
  expect(points[0]).toEqual(at)
  expect(points[1]).toEqual([128, 50])
  expect(closest(points)).toBeGreaterThanOrEqual(27.5)
  expect(Math.max(...points.map(([x, y]) => Math.hypot(x - 100, y - 50)))).toBeLessThan(60)
})
