import { boxOf, meets, pointAt, pointCount, smooth, type Box, type Line, type Point } from '../island/geometry.ts'
import { NAMES, ROADS, type PlaceName, type RoadClass } from '@tenfour/contract/island'
import { toGame, toPixel, type Sight } from './view.ts'

/** Occupied boxes on the screen, so that no two names overlap. */
export function createRoom() {
  const taken: Box[] = []
  return {
    take: (box: Box): boolean => {
      if (taken.some((each) => meets(each, box))) return false
      taken.push(box)
      return true
    },
  }
}
export type Room = ReturnType<typeof createRoom>

/** Which names are shown at a resolution. */
export function isReadable({ kind, isMinor }: PlaceName, resolution: number): boolean {
  switch (kind) {
    case 'region':
      return resolution > 3.5
    case 'sea':
      return resolution > 2
    case 'town':
      return resolution < 34
    case 'peak':
      return resolution < 13
    case 'water':
      return resolution < (isMinor ? 4.5 : 18)
    case 'district':
      return resolution < (isMinor ? 3.2 : 8.6)
    case 'place':
      return resolution < 2.3
  }
}

export const readableNames = (resolution: number): readonly PlaceName[] => NAMES.filter((name) => isReadable(name, resolution))

type Measured = { readonly name: string; readonly kind: RoadClass; readonly line: Line; readonly box: Box; readonly lengths: Float32Array }

const roads: readonly Measured[] = ROADS.filter(({ kind }) => kind !== 'track').map(({ name, kind, line }) => {
  const curve = smooth(line)
  const lengths = new Float32Array(pointCount(curve))
  for (let index = 1; index < lengths.length; index += 1) {
    const [ax, ay] = pointAt(curve, index - 1)
    const [bx, by] = pointAt(curve, index)
    lengths[index] = (lengths[index - 1] ?? 0) + Math.hypot(bx - ax, by - ay)
  }
  return { name, kind, line: curve, box: boxOf(curve), lengths }
})

const NAMED_FROM: Readonly<Record<RoadClass, number>> = { freeway: 4.4, highway: 4.4, road: 2.3, street: 1.2, track: 0 }
const APART = 520
/** How far a label may deviate from its road's curve, in pixels. */
const SLACK = 5

export type RoadLabel = { readonly name: string; readonly at: Point; readonly angle: number }

/** Positions of road labels: at fixed places along each road, where it is straight enough. */
export function roadLabels(sight: Sight, widthOf: (name: string) => number): RoadLabel[] {
  const { resolution, width, height } = sight
  const [minX, maxY] = toGame(sight, [0, 0])
  const [maxX, minY] = toGame(sight, [width, height])
  const seen: Box = [minX, minY, maxX, maxY]
  const labels: RoadLabel[] = []
  for (const road of roads) {
    if (resolution > NAMED_FROM[road.kind] || !meets(seen, road.box)) continue
    const half = (widthOf(road.name) / 2 + 6) * resolution
    const total = road.lengths.at(-1) ?? 0
    const step = Math.max(APART * resolution, half * 2.5)
    for (let along = Math.min(total / 2, step / 2); along < total; along += step) {
      const [from, at, to] = [pointAlong(road, along - half), pointAlong(road, along), pointAlong(road, along + half)]
      if (along - half < 0 || along + half > total || !meets(seen, [at[0], at[1], at[0], at[1]])) continue
      const bend = Math.hypot((from[0] + to[0]) / 2 - at[0], (from[1] + to[1]) / 2 - at[1])
      if (bend > SLACK * resolution) continue
      const angle = Math.atan2(from[1] - to[1], to[0] - from[0])
      const middle: Point = [at[0] * 0.5 + (from[0] + to[0]) * 0.25, at[1] * 0.5 + (from[1] + to[1]) * 0.25]
      labels.push({
        name: road.name,
        at: toPixel(sight, middle),
        angle: Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle,
      })
    }
  }
  return labels
}

function pointAlong({ line, lengths }: Measured, along: number): Point {
  let [low, high] = [0, lengths.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lengths[middle] ?? 0) < along) low = middle + 1
    else high = middle
  }
  const [before, after] = [pointAt(line, Math.max(0, low - 1)), pointAt(line, low)]
  const [from, to] = [lengths[Math.max(0, low - 1)] ?? 0, lengths[low] ?? 0]
  const share = to === from ? 0 : Math.max(0, Math.min(1, (along - from) / (to - from)))
  return [before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share]
}

/** The bounding box of a rotated label. */
export function turnedBox([x, y]: Point, width: number, height: number, angle = 0): Box {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [halfWide, halfHigh] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2]
  return [x - halfWide, y - halfHigh, x + halfWide, y + halfHigh]
}
