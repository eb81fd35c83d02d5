import type { Track, TrackPoints } from '@tenfour/contract'
import { nearestTurn } from '../../../map/engine/fleet.ts'
import type { TrailPoint } from '../../../map/engine/trails.ts'
import { lastIndex } from './timeline.ts'

export type Placed = { x: number; y: number; heading: number }

/** Points further apart than this belong to different drives; the unit stays this long where it was last seen, and is then gone. */
const GAP_MS = 15_000
/** Faster than anything drives or flies: a teleport. */
const LEAP_PER_SECOND = 160
const TRAIL_APART_MS = 3000

type Block = TrackPoints & { readonly start: number; readonly end: number }

/** The tracks held in memory, by user and in order of time. */
export type Tracks = ReadonlyMap<number, readonly Block[]>

/** Blocks that reach into two windows come with both. */
export function collectTracks(windows: Iterable<readonly Track[]>): Tracks {
  const users = new Map<number, Map<number, Block>>()
  for (const tracks of windows) {
    for (const { userId, points } of tracks) {
      const [start, end] = [points.at[0], points.at[points.at.length - 1]]
      if (start === undefined || end === undefined) continue
      const blocks = users.get(userId) ?? new Map<number, Block>()
      users.set(userId, blocks)
      const known = blocks.get(start)
      if (!known || known.end < end) blocks.set(start, { ...points, start, end })
    }
  }
  return new Map([...users].map(([userId, blocks]) => [userId, [...blocks.values()].toSorted((a, b) => a.start - b.start)]))
}

/** Where someone was, between two points if need be; written into `into`. False if it is not known. */
export function placeAt(tracks: Tracks, userId: number, moment: number, into: Placed): boolean {
  const blocks = tracks.get(userId) ?? []
  const which = lastIndex(blocks.length, (index) => blocks[index]?.start ?? Infinity, moment)
  const block = blocks[which]
  if (!block) return false
  const index = lastIndex(block.at.length, (each) => block.at[each] ?? Infinity, moment)
  const [at, x, y, heading] = pointOf(block, index)
  const next = index + 1 < block.at.length ? pointOf(block, index + 1) : blocks[which + 1] && pointOf(blocks[which + 1], 0)
  into.x = x
  into.y = y
  into.heading = heading
  if (!next || next[0] - at > GAP_MS) return moment - at <= GAP_MS
  const [nextAt, nextX, nextY, nextHeading] = next
  const apart = nextAt - at
  if (Math.hypot(nextX - x, nextY - y) > (LEAP_PER_SECOND * apart) / 1000) return true
  const share = (moment - at) / apart
  into.x = x + (nextX - x) * share
  into.y = y + (nextY - y) * share
  into.heading = heading + (nearestTurn(heading, nextHeading) - heading) * share
  return true
}

const pointOf = (block: Block | undefined, index: number): readonly [at: number, x: number, y: number, heading: number] => [
  block?.at[index] ?? 0,
  block?.x[index] ?? 0,
  block?.y[index] ?? 0,
  block?.heading[index] ?? 0,
]

/** Where someone came from within this time, oldest first, up to where they are. Starts after their last leap. */
export function trailTo(tracks: Tracks, userId: number, moment: number, lengthMs: number): readonly TrailPoint[] {
  const here: Placed = { x: 0, y: 0, heading: 0 }
  if (!placeAt(tracks, userId, moment, here)) return []
  const points: TrailPoint[] = [{ at: moment, x: here.x, y: here.y }]
  for (const block of (tracks.get(userId) ?? []).toReversed()) {
    if (block.start > moment) continue
    for (let index = lastIndex(block.at.length, (each) => block.at[each] ?? Infinity, moment); index >= 0; index -= 1) {
      const [at, x, y] = pointOf(block, index)
      const last = points[points.length - 1]
      if (!last || moment - at > lengthMs || last.at - at > GAP_MS) return points.toReversed()
      if (last.at - at < TRAIL_APART_MS) continue
      if (Math.hypot(last.x - x, last.y - y) > (LEAP_PER_SECOND * (last.at - at)) / 1000) return points.toReversed()
      points.push({ at, x, y })
    }
  }
  return points.toReversed()
}
