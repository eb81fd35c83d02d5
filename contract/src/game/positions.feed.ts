import { z } from 'zod'
import { admin, anyOf, emergencyUnit, isAllowed, staff, type AccessSubject } from '../access.ts'
import { UnitClass } from '../duty.ts'
import type { ErrorCode } from '../errors.ts'
import { ServerId } from '../ids.ts'
import { Count, countedList } from '../values.ts'

/** Whose positions are sent: the server's emergency units on duty, or every player. */
export type MapGroup = 'units' | 'all'

/** Admins see everyone, emergency units see units, nobody else sees any. */
export function mapGroupFor(subject: AccessSubject, serverId: number): MapGroup | undefined {
  if (isAllowed(admin, subject)) return 'all'
  return isAllowed(anyOf(emergencyUnit('serverId'), staff), subject, { serverId }) ? 'units' : undefined
}

/** Who occupies a slot in the frames. Free slots are reused. */
export const RosterEntry = z.object({
  slot: z.int(),
  /** Null if no account is linked to the player. */
  userId: z.int().nullable(),
  name: z.string(),
  /** Call sign of the emergency unit they are on duty as, otherwise null. */
  identifier: z.string().nullable(),
  unitClass: UnitClass.nullable(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const MapRequest = z.object({ serverId: ServerId })
export const TrailRequest = MapRequest.extend({ slots: countedList(z.array(Count).max(200)) })
export const TRAIL_MINUTES = 10

type Refused = { ok: false; code: ErrorCode; message: string }
/** `now` is the portal's clock, which stamps the frames; a browser's clock may be off by hours. */
export type MapJoinReply = { ok: true; group: MapGroup; roster: RosterEntry[]; keyFrame: Uint8Array; now: number } | Refused
export type MapKeyReply = { ok: true; keyFrame: Uint8Array } | Refused
/** Past positions, oldest first, at most one point every two seconds. */
export type Trail = { slot: number; points: { at: number; x: number; y: number }[] }
export type TrailReply = { ok: true; trails: Trail[] } | Refused

export type MapToClient = {
  /** A frame as in positions.ts; a client that misses one requests a key frame. */
  'map.frame': (serverId: number, frame: Uint8Array) => void
  /** Slots that were assigned or changed, and slots that were freed. Sent before the frame that shows it. */
  'map.roster': (change: { serverId: number; saved: RosterEntry[]; left: number[] }) => void
  /** The user's access changed. They may join again and may then see a different group. */
  'map.closed': (serverId: number) => void
}
export type ClientToMap = {
  'map.join': (request: z.input<typeof MapRequest>, reply: (reply: MapJoinReply) => void) => void
  'map.leave': (request: z.input<typeof MapRequest>) => void
  'map.key': (request: z.input<typeof MapRequest>, reply: (reply: MapKeyReply) => void) => void
  'map.trails': (request: z.input<typeof TrailRequest>, reply: (reply: TrailReply) => void) => void
}
