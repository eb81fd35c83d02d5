import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { ClientToMap, MapToClient } from './game/positions.feed.ts'
import { ROOMS, type RoomName } from './realtime.ts'
import { countedMap, text } from './values.ts'

const roomNames = Object.keys(ROOMS) as [RoomName, ...RoomName[]]
/** No room has more parameters than this. */
const MAX_ROOM_PARAMS = 5
export const JoinRequest = z.object({ room: z.enum(roomNames), params: countedMap(text(40), z.unknown(), MAX_ROOM_PARAMS) })
export type JoinRequest = z.infer<typeof JoinRequest>

export type JoinReply = { ok: true; key: string; seq: number; snapshot: unknown } | { ok: false; code: ErrorCode; message: string }

export type Delta = { key: string; seq: number; event: string; payload: unknown }

export type ServerToClient = MapToClient & {
  delta: (delta: Delta) => void
  /** The current sequence number of each joined room, so that a client notices if it missed an event. */
  heartbeat: (seqs: Record<string, number>) => void
  /** The user may no longer be in this room. */
  closed: (key: string) => void
  /** The session has ended; the socket is about to be closed. */
  ended: () => void
}
export type ClientToServer = ClientToMap & {
  join: (request: JoinRequest, reply: (reply: JoinReply) => void) => void
  leave: (key: string) => void
  /** Answered immediately, so that a client can measure latency. */
  echo: (reply: () => void) => void
}

export const REALTIME_PATH = '/api/realtime'
export const HEARTBEAT_MS = 4000
