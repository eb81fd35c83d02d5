import type { FigureRange, HealthPoint } from '@tenfour/contract'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How far back each range goes, and how long a part of it is. */
export const RANGES: Readonly<Record<FigureRange, { readonly length: number; readonly part: number; readonly words: string }>> = {
  day: { length: DAY, part: 10 * MINUTE, words: 'in the last day' },
  week: { length: 7 * DAY, part: HOUR, words: 'in the last week' },
  month: { length: 30 * DAY, part: 4 * HOUR, words: 'in the last month' },
}

export type Point = { readonly at: number; readonly value: number }

/** One figure over time. Parts without it are left out. */
export const pointsOf = (points: readonly HealthPoint[], valueOf: (point: HealthPoint) => number | null): Point[] =>
  points.flatMap((point) => {
    const value = valueOf(point)
    return value === null ? [] : [{ at: Date.parse(point.at), value }]
  })

const HEIGHT = 30
/** Parts that a line may leave out before it is broken: the portal did not run. */
const GAP_PARTS = 3

/** Lines in a box of 100 by 30, each as the points of an SVG polyline. */
export function lineParts(points: readonly Point[], from: number, to: number, isFromZero: boolean): string[] {
  const values = points.map(({ value }) => value)
  const least = Math.min(...(isFromZero ? [0] : []), ...values)
  const span = Math.max(...values) - least
  const typical = Math.min(...points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at)))
  const x = (at: number) => Math.max(0, ((at - from) / (to - from)) * 100)
  // Without a change the line is at the bottom if it is from zero, and in the middle otherwise.
  const y = (value: number) => (span === 0 ? (isFromZero && value === 0 ? HEIGHT : HEIGHT / 2) : HEIGHT - ((value - least) / span) * HEIGHT)
  const parts: string[][] = []
  let last: Point | undefined
  for (const point of points) {
    const isBroken = !last || point.at - last.at > GAP_PARTS * typical
    if (isBroken) parts.push([])
    parts.at(-1)?.push(`${x(point.at).toFixed(2)},${y(point.value).toFixed(2)}`)
    last = point
  }
  // A point alone is drawn as a short line.
  return parts.map((part) => (part.length === 1 ? `${part[0]} ${part[0]}` : part.join(' ')))
}

/** The highest point. */
export const peakOf = (points: readonly Point[]): Point | undefined =>
  points.reduce<Point | undefined>((highest, point) => (highest && highest.value >= point.value ? highest : point), undefined)

/** By how much a figure grew from the first point to the last; undefined with fewer than two. */
export function growthOf(points: readonly Point[]): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  return first && last && first !== last ? last.value - first.value : undefined
}
