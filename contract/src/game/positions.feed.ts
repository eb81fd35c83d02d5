import { z } from 'zod'
import { admin, anyOf, emergencyUnit, isAllowed, staff, type AccessSubject } from '../access.ts'
import { UnitClass } from '../duty.ts'
import type { ErrorCode } from '../errors.ts'
import { ServerId } from '../ids.ts'
import { Count } from '../values.ts'

/** Whose positions are sent: of the emergency units on duty on the server, or of every player. */
export type MapGroup = 'units' | 'all'

/** Everyone for admins, units for those who work with them, nobody for anyone else. */
export function mapGroupFor(subject: AccessSubject, serverId: number): MapGroup | undefined {
  if (isAllowed(admin, subject)) return 'all'
  return isAllowed(anyOf(emergencyUnit('serverId'), staff), subject, { serverId }) ? 'units' : undefined
}

/** Who is behind a slot of the frames. A slot that is free again is given to another. */
export const RosterEntry = z.object({
  slot: z.int(),
  /** None where no account is linked to the player. */
  userId: z.int().nullable(),
  name: z.string(),
  /** Of the emergency unit they are on duty as; none otherwise. */
  identifier: z.string().nullable(),
  unitClass: UnitClass.nullable(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const MapRequest = z.object({ serverId: ServerId })
export const TrailRequest = MapRequest.extend({ slots: z.array(Count).max(200) })
export const TRAIL_MINUTES = 10

type Refused = { ok: false; code: ErrorCode; message: string }
/** `now` is the portal's clock, by which frames are stamped: a browser's may be off by hours. */
export type MapJoinReply = { ok: true; group: MapGroup; roster: RosterEntry[]; keyFrame: Uint8Array; now: number } | Refused
export type MapKeyReply = { ok: true; keyFrame: Uint8Array } | Refused
/** Where they were, oldest first, at most a point every two seconds. */
export type Trail = { slot: number; points: { at: number; x: number; y: number }[] }
export type TrailReply = { ok: true; trails: Trail[] } | Refused

export type MapToClient = {
  /** A frame of positions.ts; a client that misses one asks for a key frame. */
  'map.frame': (serverId: number, frame: Uint8Array) => void
  /** Who came to a slot or changed, and which slots are free. Said before the frame that shows it. */
  'map.roster': (change: { serverId: number; saved: RosterEntry[]; left: number[] }) => void
  /** The caller may no longer see what they saw. They may join again: perhaps they see something else now. */
  'map.closed': (serverId: number) => void
}
export type ClientToMap = {
  'map.join': (request: z.input<typeof MapRequest>, reply: (reply: MapJoinReply) => void) => void
  'map.leave': (request: z.input<typeof MapRequest>) => void
  'map.key': (request: z.input<typeof MapRequest>, reply: (reply: MapKeyReply) => void) => void
  'map.trails': (request: z.input<typeof TrailRequest>, reply: (reply: TrailReply) => void) => void
}
