import { TRAIL_MINUTES, type Position } from '@tenfour/contract'

const EVERY_MS = 2000
const KEPT_MS = TRAIL_MINUTES * 60_000
/** Movement below this is ignored. */
const NEAR = 1

export type TrailPoint = { readonly at: number; readonly x: number; readonly y: number }

/** Unit positions of the last minutes, in memory only, at most one point every two seconds. */
export function createTrails() {
  const trails = new Map<number, TrailPoint[]>()
  return {
    add: (id: number, { x, y }: Position, at: number): void => {
      const points = trails.get(id) ?? []
      const last = points.at(-1)
      if (last && (at - last.at < EVERY_MS || (Math.abs(last.x - x) < NEAR && Math.abs(last.y - y) < NEAR))) return
      points.push({ at, x, y })
      while (points[0] && points[0].at < at - KEPT_MS) points.shift()
      trails.set(id, points)
    },
    get: (id: number, now: number): TrailPoint[] => (trails.get(id) ?? []).filter(({ at }) => at >= now - KEPT_MS),
    forget: (id: number): void => void trails.delete(id),
    ids: (): Iterable<number> => trails.keys(),
  }
}
