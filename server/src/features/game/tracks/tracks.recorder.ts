import { encodeTrackBlock, TRACK_STEP_MS, type TrackPoint } from '@tenfour/contract'
import type { Positions } from '../positions/positions.port.ts'
import type { TrackBlock } from './tracks.repo.ts'

/** A block ends after at most this many seconds. Units end theirs at different seconds, so that blocks are not all written at once. */
const BLOCK_SECONDS = 60

/** Runs on the full second, so that times are whole. */
const CLOCK: TrackClock = {
  now: Date.now,
  everySecond: (sample) => {
    let timer: NodeJS.Timeout
    const schedule = () => {
      timer = setTimeout(
        () => {
          sample()
          schedule()
        },
        TRACK_STEP_MS - (Date.now() % TRACK_STEP_MS),
      ).unref()
    }
    schedule()
    return () => clearTimeout(timer)
  },
}

type OpenBlock = { readonly serverId: number; readonly userId: number; readonly points: TrackPoint[]; seenAt: number }

export type TrackClock = {
  readonly now: () => number
  /** Calls back once a second until the returned function is called. Each call returns how many units are being recorded. */
  readonly everySecond: (sample: () => number) => () => void
}

type Options = {
  readonly clock?: TrackClock | undefined
  readonly units: Positions['units']
  /** Whether tracks are kept at all. */
  readonly isOn: () => boolean
  readonly add: (block: TrackBlock) => void
}

/**
 * Reads the positions of units once a second and makes blocks of about a minute. The positions are in memory anyway, so receiving and
 * sending positions never waits for this.
 */
export function createTrackRecorder({ clock = CLOCK, units, isOn, add }: Options) {
  const open = new Map<string, OpenBlock>()
  let stop = () => {}
  let lastAt = 0

  const end = (key: string, { serverId, userId, points }: OpenBlock) => {
    open.delete(key)
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) return
    const data = encodeTrackBlock({ userId, points })
    add({ serverId, userId, startedAt: new Date(first.at), endedAt: new Date(last.at), data })
  }
  const endAll = () => {
    for (const [key, block] of open) end(key, block)
  }

  /** Records everyone's position, and ends the blocks of units that are gone. Returns how many blocks are open. */
  const sample = (now: number): number => {
    const at = Math.round(now / TRACK_STEP_MS) * TRACK_STEP_MS
    // The clock was set back: new blocks must not overlap recorded ones.
    if (at < lastAt) endAll()
    if (at === lastAt) return open.size
    lastAt = at
    if (!isOn()) open.clear()
    else noteUnits(now, at)
    const second = at / TRACK_STEP_MS
    for (const [key, block] of open) {
      const isFull = (second + block.userId) % BLOCK_SECONDS === 0 || block.points.length === BLOCK_SECONDS
      if (isFull || block.seenAt < at) end(key, block)
    }
    return open.size
  }

  const noteUnits = (now: number, at: number) => {
    for (const [serverId, present] of units(now)) {
      for (const { userId, x, y, heading } of present) {
        const key = `${serverId}/${userId}`
        const block = open.get(key) ?? { serverId, userId, points: [], seenAt: at }
        if (block.points.length > 0 && block.seenAt === at) continue
        open.set(key, block)
        block.points.push({ at, x, y, heading })
        block.seenAt = at
      }
    }
  }

  return {
    start: () => void (stop = clock.everySecond(() => sample(clock.now()))),
    sample,
    stop: (): void => stop(),
    /** Ends every block, for the last write. */
    close: endAll,
  }
}
