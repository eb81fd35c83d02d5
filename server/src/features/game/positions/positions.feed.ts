import {
  BRIDGE_OFFLINE_MS,
  createPositionDecoder,
  POSITIONS_AT_LEAST_MS,
  POSITIONS_EVERY_MS,
  TRAIL_MINUTES,
  type MapGroup,
  type Position,
  type RosterEntry,
  type Trail,
} from '@tenfour/contract'
import { createGroup, type OwnGroup, type Positioned, type RosterChange } from './positions.group.ts'

/** Allows short bursts without exceeding the average rate. */
const MAX_AHEAD = 2
const KEY_WAIT_MS = 1000
/** A bridge sends something at least every second: after this long without, positions are no longer current. */
const STALE_MS = 5 * POSITIONS_AT_LEAST_MS

export type FeedState = { readonly roster: RosterEntry[]; readonly keyFrame: Uint8Array }
type Options = {
  /** Whether anyone follows this group. */
  readonly isWanted: (group: MapGroup) => boolean
  readonly sendFrame: (group: MapGroup, frame: Uint8Array) => void
  readonly sendRoster: (group: MapGroup, change: RosterChange) => void
}
export type UnitPosition = Position & { readonly userId: number }
export type Feed = ReturnType<typeof createFeed>

/**
 * Positions of one server, received from its bridge on this node: keeps everyone's latest position and sends frames to viewers at most four
 * times a second, encoded once per group.
 */
export function createFeed({ isWanted, sendFrame, sendRoster }: Options) {
  const groups: Readonly<Record<MapGroup, OwnGroup>> = { units: createGroup('units'), all: createGroup('all') }
  const names: readonly MapGroup[] = ['units', 'all']
  const changedIn = new Set<MapGroup>(names)
  const lastSent: Record<MapGroup, number> = { units: 0, all: 0 }
  const trails = createTrails()
  /** Owner of each trail: the game reuses player numbers. */
  const owners = new Map<number, string>()
  let decoder = createPositionDecoder()
  let isPlaced = false
  let ingestedAt = Date.now()
  let askedKeyAt = 0
  let allowance = { frames: MAX_AHEAD, at: 0 }
  let timer: NodeJS.Timeout | undefined
  let forgetting: NodeJS.Timeout | undefined

  const send = (now: number) => {
    clearTimeout(timer)
    timer = undefined
    allowance = { frames: allowedAt(now) - 1, at: now }
    for (const name of names) {
      const isDue = changedIn.has(name) || now - lastSent[name] >= POSITIONS_AT_LEAST_MS - POSITIONS_EVERY_MS / 2
      if (!isDue || !isWanted(name)) continue
      sendFrame(name, frameOf(name))
      lastSent[name] = now
    }
  }
  const frameOf = (name: MapGroup) => {
    changedIn.delete(name)
    return groups[name].frame(decoder.get, ingestedAt)
  }
  /** Token bucket: four a second, plus what was recently unused. */
  const allowedAt = (now: number) => Math.min(MAX_AHEAD, allowance.frames + (now - allowance.at) / POSITIONS_EVERY_MS)
  const sendWithin = (ms: number) => {
    if (isPlaced) timer ??= setTimeout(() => send(Date.now()), ms)
  }
  const sendSoon = (now: number) => {
    const allowed = allowedAt(now)
    if (allowed >= 1) send(now)
    else sendWithin((1 - allowed) * POSITIONS_EVERY_MS)
  }

  const noteTrails = (sources: Iterable<number>) => {
    for (const source of sources) {
      const position = groups.units.slotOf(source) === undefined ? undefined : decoder.get(source)
      if (position) trails.add(source, position, ingestedAt)
    }
  }

  const setPlayers = (players: readonly Positioned[]) => {
    for (const name of names) {
      const change = groups[name].setPlayers(players)
      if (!change) continue
      changedIn.add(name)
      if (isWanted(name)) sendRoster(name, change)
    }
    const now = new Map(players.map(({ source, userId, name }) => [source, userId === null ? name : String(userId)]))
    for (const source of trails.ids()) {
      if (groups.units.slotOf(source) === undefined || owners.get(source) !== now.get(source)) trails.forget(source)
    }
    owners.clear()
    for (const [source, owner] of now) owners.set(source, owner)
    // The latest moment of the next frame, even if no positions arrive.
    sendWithin(POSITIONS_EVERY_MS)
  }

  return {
    /** A bridge connected: player numbers are meaningless until its first key frame. */
    open: () => {
      clearTimeout(forgetting)
      decoder = createPositionDecoder()
      isPlaced = false
    },

    /** The bridge disconnected. The last positions stay for as long as the server counts as online. */
    lose: () => {
      clearTimeout(forgetting)
      forgetting = setTimeout(() => {
        decoder = createPositionDecoder()
        isPlaced = true
        setPlayers([])
      }, BRIDGE_OFFLINE_MS)
      forgetting.unref()
    },

    setPlayers,

    /** Tells whether the frame could be read, or whether to request a key frame now. */
    ingest: (frame: Uint8Array): 'read' | 'ask for a key frame' | 'wait' => {
      const decoded = decoder.decode(frame)
      const now = Date.now()
      if (!('changed' in decoded)) {
        if (now - askedKeyAt < KEY_WAIT_MS) return 'wait'
        askedKeyAt = now
        return 'ask for a key frame'
      }
      isPlaced = true
      ingestedAt = now
      for (const name of names) {
        if ([...decoded.changed, ...decoded.gone].some((source) => groups[name].slotOf(source) !== undefined)) changedIn.add(name)
      }
      noteTrails(decoded.changed)
      sendSoon(now)
      return 'read'
    },

    locate: (source: number): Position | undefined => decoder.get(source),

    /** Current state of a group; the next frame follows on it. */
    state: (name: MapGroup): FeedState => {
      // Without followers no frames were sent: consume the accumulated changes, so that the state includes them.
      if (!isWanted(name) && isPlaced) frameOf(name)
      return { roster: [...groups[name].roster.values()], keyFrame: groups[name].key() }
    },

    trails: (name: MapGroup, slots: readonly number[]): Trail[] => {
      const now = Date.now()
      return slots.flatMap((slot) => {
        const source = groups[name].sourceOf(slot)
        const points = source === undefined ? [] : trails.get(source, now)
        return points.length > 0 ? [{ slot, points }] : []
      })
    },

    /** Current positions of units; none if they are not known. */
    units: (now: number): UnitPosition[] => {
      if (!isPlaced || now - ingestedAt > STALE_MS) return []
      return [...groups.units.roster.values()].flatMap(({ slot, userId }) => {
        const position = decoder.get(groups.units.sourceOf(slot) ?? -1)
        return position && userId !== null ? [{ ...position, userId }] : []
      })
    },

    close: () => {
      clearTimeout(timer)
      clearTimeout(forgetting)
    },
  }
}

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
