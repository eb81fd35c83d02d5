import type { Point } from '../../../map/island/geometry.ts'

/** Points on so many rings are tried; where all are taken, markers overlap. */
const MAX_RINGS = 4

/** Moves points apart that are closer than `gap`, as little as possible. Earlier ones stay where they are. */
export function spread(points: readonly Point[], gap: number): readonly Point[] {
  const placed: Point[] = []
  for (const point of points) placed.push(freePoint(point, placed, gap))
  return placed
}

function freePoint([x, y]: Point, placed: readonly Point[], gap: number): Point {
  for (let ring = 0; ring <= MAX_RINGS; ring += 1) {
    const places = Math.max(1, ring * 6)
    for (let place = 0; place < places; place += 1) {
      // From the right on, clockwise.
      const angle = (place / places) * 2 * Math.PI
      const [left, top] = [x + ring * gap * Math.cos(angle), y + ring * gap * Math.sin(angle)]
      if (placed.every(([otherX, otherY]) => Math.hypot(left - otherX, top - otherY) >= gap - 0.5)) return [left, top]
    }
  }
  return [x, y]
}
