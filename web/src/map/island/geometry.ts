/** Alternating x (east) and y (north) in game units: x, y, x, y… */
export type Line = readonly number[]
export type Point = readonly [x: number, y: number]
export type Box = readonly [minX: number, minY: number, maxX: number, maxY: number]

export const pointCount = (line: Line): number => line.length >> 1
export const pointAt = (line: Line, index: number): Point => [line[index * 2] ?? 0, line[index * 2 + 1] ?? 0]

export function points(line: Line): Point[] {
  return Array.from({ length: pointCount(line) }, (_, index) => pointAt(line, index))
}

export function boxOf(line: Line, margin = 0): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points(line)) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  return [minX - margin, minY - margin, maxX + margin, maxY + margin]
}

export const meets = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

export function isInside(area: Line, x: number, y: number): boolean {
  let isIn = false
  const count = pointCount(area)
  for (let index = 0, before = count - 1; index < count; before = index, index += 1) {
    const [ax, ay] = pointAt(area, index)
    const [bx, by] = pointAt(area, before)
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
  }
  return isIn
}

/** The distance of a point from a line segment. */
export function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  const offX = x - ax - along * dx
  const offY = y - ay - along * dy
  // Math.hypot is many times slower, and this runs for every cell of the relief.
  return Math.sqrt(offX * offX + offY * offY)
}

export function distanceToLine(line: Line, x: number, y: number): number {
  let nearest = Infinity
  for (let index = 0; index + 3 < line.length; index += 2) {
    nearest = Math.min(nearest, distanceToSegment(x, y, line[index] ?? 0, line[index + 1] ?? 0, line[index + 2] ?? 0, line[index + 3] ?? 0))
  }
  return nearest
}

/** A smooth curve through every point (Catmull-Rom), as short straight segments. */
export function smooth(line: Line, { closed = false, steps = 6 }: { closed?: boolean; steps?: number } = {}): number[] {
  const count = pointCount(line)
  const at = (index: number) => pointAt(line, closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index)))
  const curve: number[] = []
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    for (let step = 0; step < steps; step += 1) {
      const t = step / steps
      curve.push(between(before[0], from[0], to[0], after[0], t), between(before[1], from[1], to[1], after[1], t))
    }
  }
  if (!closed) curve.push(...at(count - 1))
  return curve
}

const between = (p0: number, p1: number, p2: number, p3: number, t: number): number =>
  0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t)

/** A deterministic pseudo-random number from 0 to 1. */
export function hash(a: number, b: number): number {
  let mixed = Math.imul(a | 0, 374_761_393) + Math.imul(b | 0, 668_265_263)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
