import type { Postal } from '@tenfour/contract'
import { ROADS } from '@tenfour/contract/island'
import type { Tx } from '../../server/src/platform/database/database.ts'

const APART = 250
const BAND_HEIGHT = 1400
const SOUTH_END = -3600

type Point = { readonly x: number; readonly y: number }

/** A point about every 250 units along the roads, and only one where roads meet. */
function pointsAlongRoads(): readonly Point[] {
  const cells = new Map<string, Point>()
  for (const { line } of ROADS) {
    for (let at = 0; at + 3 < line.length; at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = line.slice(at, at + 4)
      const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / APART))
      for (let step = 0; step < steps; step += 1) {
        const point = { x: Math.round(ax + ((bx - ax) * step) / steps), y: Math.round(ay + ((by - ay) * step) / steps) }
        const cell = `${Math.floor(point.x / APART)} ${Math.floor(point.y / APART)}`
        if (!cells.has(cell)) cells.set(cell, point)
      }
    }
  }
  return [...cells.values()]
}

const bandOf = ({ y }: Point): number => Math.max(1, Math.floor((y - SOUTH_END) / BAND_HEIGHT) + 1)

/** The demo's own numbering: bands from south to north, which give the thousands, and from west to east within a band. */
export const POSTALS: readonly Postal[] = Object.entries(Object.groupBy(pointsAlongRoads(), (point) => String(bandOf(point)))).flatMap(
  ([band, points = []]) =>
    points.toSorted((a, b) => a.x - b.x || a.y - b.y).map((point, index) => ({ code: String(Number(band) * 1000 + index + 1), ...point })),
)

export function postalAt(x: number, y: number): string {
  const distance = (postal: Postal) => Math.hypot(postal.x - x, postal.y - y)
  return POSTALS.reduce((best, each) => (distance(each) < distance(best) ? each : best)).code
}

export async function insertPostals(tx: Tx, serverIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('postals')
    .values(serverIds.flatMap((serverId) => POSTALS.map((postal) => ({ server_id: serverId, ...postal }))))
    .execute()
}
