import { createPositionDecoder, type MapGroup, type Position, type RosterEntry, type Trail } from '@tenfour/contract'
import type { ConnectionState } from '../../../platform/realtime/connection.ts'
import type { MapChannel } from '../../../platform/realtime/realtime.ts'

export type PositionsPhase =
  | 'loading'
  | 'live'
  /** Disconnected, or not yet joined again: the data may be stale. */
  | 'lost'
  /** The user may not see positions. */
  | 'closed'

export type PositionsFrame = {
  readonly changed: Iterable<readonly [slot: number, position: Position]>
  readonly gone: readonly number[]
  /** The time of the frame, by the local clock. */
  readonly at: number
}

export type PositionsHandlers = {
  readonly onPhase: (phase: PositionsPhase, group: MapGroup) => void
  /** The full roster, after each change. */
  readonly onRoster: (roster: ReadonlyMap<number, RosterEntry>) => void
  readonly onFrame: (frame: PositionsFrame) => void
  /** Everything sent before is void. */
  readonly onReset: () => void
}

/** A source of a server's positions. */
export type PositionsSource = {
  readonly follow: (handlers: PositionsHandlers) => () => void
  readonly trails: (slots: readonly number[]) => Promise<readonly Trail[]>
}

type Link = { readonly get: () => ConnectionState; readonly subscribe: (listener: () => void) => () => void }
type Deps = { readonly channel: MapChannel; readonly connection: Link; readonly now?: () => number }

const RETRY_MS = 3000
const MAX_TRAILS = 200

/** Follows a server's positions from the portal. */
export function portalPositions(serverId: number, { channel, connection, now = Date.now }: Deps): PositionsSource {
  return {
    follow: (handlers) => follow(serverId, handlers, channel, connection, now),
    trails: async (slots) => {
      const reply = await channel.ask('map.trails', { serverId, slots: slots.slice(0, MAX_TRAILS) })
      return reply?.ok ? reply.trails : []
    },
  }
}

function follow(serverId: number, handlers: PositionsHandlers, channel: MapChannel, connection: Link, now: () => number): () => void {
  const clock = createPortalClock(now)
  let decoder = createPositionDecoder()
  let roster = new Map<number, RosterEntry>()
  let group: MapGroup = 'units'
  let attempt = 0
  let isJoined = false
  let isAskingKey = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = (bytes: Uint8Array): boolean => {
    const frame = decoder.decode(bytes)
    if (!('changed' in frame)) return false
    const changed = frame.changed.flatMap((slot) => {
      const position = decoder.get(slot)
      return position ? [[slot, position] as const] : []
    })
    handlers.onFrame({ changed, gone: frame.gone, at: clock.here(frame.at) })
    return true
  }
  const join = async () => {
    clearTimeout(timer)
    const own = (attempt += 1)
    isJoined = false
    const reply = await channel.ask('map.join', { serverId })
    if (own !== attempt) return
    if (!reply || (!reply.ok && reply.code !== 'forbidden' && reply.code !== 'not_found')) {
      timer = setTimeout(() => void join(), RETRY_MS)
      return
    }
    handlers.onReset()
    if (!reply.ok) {
      // Clear the roster too: the user may no longer see it.
      roster = new Map()
      handlers.onRoster(roster)
      return handlers.onPhase('closed', group)
    }
    clock.set(reply.now)
    decoder = createPositionDecoder()
    roster = new Map(reply.roster.map((entry) => [entry.slot, entry]))
    group = reply.group
    isJoined = true
    handlers.onRoster(new Map(roster))
    read(bytesOf(reply.keyFrame))
    handlers.onPhase('live', group)
  }
  /** A frame was missed: request a key frame and continue from there. */
  const askKey = async () => {
    if (isAskingKey) return
    isAskingKey = true
    const own = attempt
    const reply = await channel.ask('map.key', { serverId })
    isAskingKey = false
    if (own !== attempt) return
    if (!reply?.ok || !read(bytesOf(reply.keyFrame))) void join()
  }
  const stopListening = channel.listen({
    'map.frame': (of, frame) => {
      if (of === serverId && isJoined && !isAskingKey && !read(bytesOf(frame))) void askKey()
    },
    'map.roster': ({ serverId: of, saved, left }) => {
      if (of !== serverId || !isJoined) return
      for (const slot of left) roster.delete(slot)
      for (const entry of saved) roster.set(entry.slot, entry)
      handlers.onRoster(new Map(roster))
    },
    'map.closed': (of) => {
      if (of === serverId) void join()
    },
  })
  const noticeLink = () => {
    if (connection.get() === 'live') void join()
    else if (connection.get() === 'lost') {
      attempt += 1
      isJoined = false
      clearTimeout(timer)
      handlers.onPhase('lost', group)
    }
  }
  const stopNoticing = connection.subscribe(noticeLink)
  handlers.onPhase('loading', group)
  noticeLink()
  return () => {
    attempt += 1
    clearTimeout(timer)
    stopListening()
    stopNoticing()
    channel.leave(serverId)
  }
}

/** Browsers receive binary messages as ArrayBuffers. */
const bytesOf = (frame: Uint8Array | ArrayBuffer): Uint8Array => (frame instanceof Uint8Array ? frame : new Uint8Array(frame))

/** Estimates the offset of the portal's clock: set on joining, refined by every message with a shorter delay. */
export function createPortalClock(now: () => number) {
  let offset = 0
  return {
    set: (there: number): void => {
      offset = now() - there
    },
    /** Converts a portal timestamp to the local clock, never in the future. */
    here: (at: number): number => {
      offset = Math.min(offset, now() - at)
      return at + offset
    },
  }
}
