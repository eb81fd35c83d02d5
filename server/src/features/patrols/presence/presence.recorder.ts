import { BRIDGE_OFFLINE_MS } from '@tenfour/contract'

export type Place = { readonly x: number; readonly y: number }
/** A player whose account is known. The game reuses player numbers, so the account identifies the player. */
export type LinkedPlayer = { readonly source: number; readonly userId: number }
export type Interval = {
  readonly userId: number
  readonly serverId: number
  readonly startedAt: number
  readonly endedAt: number
  readonly state: 'moving' | 'idle'
}
export type Watch = Pick<Interval, 'serverId' | 'startedAt' | 'endedAt'>
export type Batch = { readonly intervals: readonly Interval[]; readonly watches: readonly Watch[] }

/** Members who moved, joined or left since the last time, and servers that were connected or lost. */
export type PresenceChange = { readonly userIds: readonly number[]; readonly serverIds: readonly number[] }

/** A player has moved if they are farther than this from the place of their last movement. */
const MOVED_METRES = 5
export const PRESENCE_TIMING = {
  /** How often positions are compared. */
  sampleMs: 5000,
  writeMs: 15_000,
  /** A player without movement for this long is idle. */
  idleMs: 120_000,
  /** A bridge that reconnects within this time counts as connected throughout. */
  lostMs: 60_000,
}
export type PresenceTiming = Readonly<typeof PRESENCE_TIMING>

/** A broken network is noticed late. A bridge heard from within this time counts as connected until now. */
const HEARD_LATELY_MS = 15_000
/** Limit of ended intervals that wait to be written. An hour of 2,000 players without a database fills about half of it. */
const MAX_WAITING = 50_000

type Seen = { source: number; startedAt: number; state: 'moving' | 'idle'; movedAt: number; place: Place | undefined }
type Server = { startedAt: number; heardAt: number; lostAt: number | undefined; readonly seen: Map<number, Seen> }

type Options = {
  /** Position of a player; undefined if unknown. */
  readonly locate: (serverId: number, source: number) => Place | undefined
  readonly timing?: PresenceTiming | undefined
  readonly maxWaiting?: number | undefined
}
export type PresenceRecorder = ReturnType<typeof createPresenceRecorder>

/**
 * Presence of members as reported by the game servers connected to this node, kept in memory as intervals to be written. Open intervals are
 * part of every batch, with a later end each time, so that after a crash they end where they were last written. Times are in milliseconds.
 */
export function createPresenceRecorder({ locate, timing = PRESENCE_TIMING, maxWaiting = MAX_WAITING }: Options) {
  const servers = new Map<number, Server>()
  /** Intervals that have ended and are not written yet, oldest first. */
  const intervals = new Map<string, Interval>()
  const watches = new Map<string, Watch>()
  const changed = { userIds: new Set<number>(), serverIds: new Set<number>() }
  let dropped = 0

  const intervalOf = (serverId: number, userId: number, { startedAt, state }: Seen, at: number): Interval => ({
    userId,
    serverId,
    startedAt,
    endedAt: Math.max(startedAt, at),
    state,
  })
  const watchOf = (serverId: number, { startedAt }: Server, at: number): Watch => ({
    serverId,
    startedAt,
    endedAt: Math.max(startedAt, at),
  })

  const endInterval = (serverId: number, userId: number, seen: Seen, at: number) => {
    const interval = intervalOf(serverId, userId, seen, at)
    intervals.set(intervalKey(interval), interval)
    changed.userIds.add(userId)
    const oldest = intervals.size > maxWaiting ? intervals.values().next().value : undefined
    if (!oldest) return
    intervals.delete(intervalKey(oldest))
    dropped += 1
    forgetWatch(oldest.serverId, oldest.endedAt)
  }
  /** Where presence was lost nobody may count as absent, so the server counts as not connected from the last write until now. */
  const forgetWatch = (serverId: number, until: number) => {
    const server = servers.get(serverId)
    if (server) server.startedAt = Math.max(server.startedAt, until)
    for (const [key, watch] of watches) {
      if (watch.serverId !== serverId || watch.startedAt >= until) continue
      watches.delete(key)
      if (watch.endedAt > until) addWatch({ ...watch, startedAt: until })
    }
  }
  const addWatch = (watch: Watch) => watches.set(watchKey(watch), watch)

  const endServer = (serverId: number, server: Server, at: number) => {
    for (const [userId, seen] of server.seen) endInterval(serverId, userId, seen, at)
    addWatch(watchOf(serverId, server, at))
    servers.delete(serverId)
    changed.serverIds.add(serverId)
  }

  const sampleMember = (serverId: number, userId: number, seen: Seen, now: number) => {
    const place = locate(serverId, seen.source)
    const hasMoved = place !== undefined && seen.place !== undefined && distance(place, seen.place) > MOVED_METRES
    if (hasMoved) seen.movedAt = now
    if (hasMoved || seen.place === undefined) seen.place = place
    if (hasMoved && seen.state === 'idle') {
      endInterval(serverId, userId, seen, now)
      Object.assign(seen, { startedAt: now, state: 'moving' })
    } else if (seen.state === 'moving' && now - seen.movedAt >= timing.idleMs) {
      // The member has been idle since the last movement, so time written as moving after that is corrected.
      if (seen.movedAt > seen.startedAt) endInterval(serverId, userId, seen, seen.movedAt)
      Object.assign(seen, { startedAt: Math.max(seen.startedAt, seen.movedAt), state: 'idle' })
      changed.userIds.add(userId)
    }
  }

  return {
    /** A game server is connected, and these of its players are linked. Call it again at every heartbeat. */
    see: (serverId: number, players: Iterable<LinkedPlayer>, now: number): void => {
      const server = servers.get(serverId) ?? { startedAt: now, heardAt: now, lostAt: undefined, seen: new Map<number, Seen>() }
      if (!servers.has(serverId)) {
        servers.set(serverId, server)
        changed.serverIds.add(serverId)
      }
      // If an account is connected twice, the later connection counts.
      const sources = new Map<number, number>()
      for (const { userId, source } of players) sources.set(userId, source)
      for (const [userId, seen] of server.seen) {
        if (sources.has(userId)) continue
        endInterval(serverId, userId, seen, server.lostAt ?? now)
        server.seen.delete(userId)
      }
      for (const [userId, source] of sources) {
        const seen = server.seen.get(userId)
        if (seen) seen.source = source
        else {
          server.seen.set(userId, { source, startedAt: now, state: 'moving', movedAt: now, place: undefined })
          changed.userIds.add(userId)
        }
      }
      server.heardAt = now
      server.lostAt = undefined
    },

    /** A game server disconnected. */
    lose: (serverId: number, now: number): void => {
      const server = servers.get(serverId)
      if (server) server.lostAt ??= now - server.heardAt <= HEARD_LATELY_MS ? now : server.heardAt
    },

    /** Compares positions, and drops servers that are gone. Called every few seconds. */
    sample: (now: number): void => {
      for (const [serverId, server] of servers) {
        if (now - server.heardAt > BRIDGE_OFFLINE_MS) server.lostAt ??= server.heardAt
        if (server.lostAt === undefined) for (const [userId, seen] of server.seen) sampleMember(serverId, userId, seen, now)
        else if (now - server.lostAt > timing.lostMs) endServer(serverId, server, server.lostAt)
      }
    },

    /** Everything to be written, each interval and watch once: an open one replaces an ended one with the same key. */
    batch: (now: number): Batch => {
      const allIntervals = new Map(intervals)
      const allWatches = new Map(watches)
      for (const [serverId, server] of servers) {
        const at = server.lostAt ?? now
        const watch = watchOf(serverId, server, at)
        allWatches.set(watchKey(watch), watch)
        for (const [userId, seen] of server.seen) {
          const interval = intervalOf(serverId, userId, seen, at)
          allIntervals.set(intervalKey(interval), interval)
        }
      }
      return { intervals: [...allIntervals.values()], watches: [...allWatches.values()] }
    },

    /** Called once the batch is in the database. Intervals that have ended since then wait for the next batch. */
    written: (batch: Batch): void => {
      for (const interval of batch.intervals) if (intervals.get(intervalKey(interval)) === interval) intervals.delete(intervalKey(interval))
      for (const watch of batch.watches) if (watches.get(watchKey(watch)) === watch) watches.delete(watchKey(watch))
    },

    /** Members who are connected now, each once, on the server where they have been for longest. */
    present: (): { userId: number; serverId: number }[] => {
      const found = new Map<number, { serverId: number; since: number }>()
      for (const [serverId, { lostAt, seen }] of servers) {
        if (lostAt !== undefined) continue
        for (const [userId, { startedAt }] of seen) {
          const other = found.get(userId)
          if (!other || startedAt < other.since) found.set(userId, { serverId, since: startedAt })
        }
      }
      return [...found].map(([userId, { serverId }]) => ({ userId, serverId }))
    },

    /** Intervals of this member that are not in the database yet, and when their server was connected. */
    of: (serverId: number, userId: number, now: number): Batch => {
      const server = servers.get(serverId)
      const seen = server?.seen.get(userId)
      const at = server?.lostAt ?? now
      return {
        intervals: [
          ...[...intervals.values()].filter((each) => each.userId === userId && each.serverId === serverId),
          ...(seen ? [intervalOf(serverId, userId, seen, at)] : []),
        ],
        watches: [
          ...[...watches.values()].filter((each) => each.serverId === serverId),
          ...(server ? [watchOf(serverId, server, at)] : []),
        ],
      }
    },

    isPresent: (serverId: number, userId: number): boolean => {
      const server = servers.get(serverId)
      return server?.lostAt === undefined && (server?.seen.has(userId) ?? false)
    },

    noteChanged: (serverIds: readonly number[]): void => serverIds.forEach((serverId) => changed.serverIds.add(serverId)),

    takeChange: (): PresenceChange => {
      const taken = { userIds: [...changed.userIds], serverIds: [...changed.serverIds] }
      changed.userIds.clear()
      changed.serverIds.clear()
      return taken
    },

    /** How many intervals were dropped for lack of room since the last time. */
    takeDropped: (): number => {
      const taken = dropped
      dropped = 0
      return taken
    },
  }
}

const intervalKey = ({ serverId, userId, startedAt }: Interval): string => `${serverId}:${userId}:${startedAt}`
const watchKey = ({ serverId, startedAt }: Watch): string => `${serverId}:${startedAt}`
const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)
