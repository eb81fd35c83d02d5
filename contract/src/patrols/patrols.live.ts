import { z } from 'zod'
import { Instant } from '../values.ts'

/** Apart from the endpoints: rooms carry these, and every page carries the rooms. */

/** What the game server sees of a member. `away`: not in the game while the server is connected. */
export const PresenceState = z.enum(['moving', 'idle', 'away'])
export type PresenceState = z.infer<typeof PresenceState>

/** A patrol under way. */
export const OpenPatrol = z.object({
  patrolId: z.int(),
  userId: z.int(),
  name: z.string(),
  departmentId: z.int(),
  departmentName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  isCivilian: z.boolean(),
  identifier: z.string(),
  beat: z.string().nullable(),
  startedAt: Instant,
  /** Null for a civilian one. */
  status: z.int().nullable(),
  statusSince: Instant,
  /** Null where nobody looks. */
  presence: PresenceState.nullable(),
  presenceSince: Instant.nullable(),
})
export type OpenPatrol = z.infer<typeof OpenPatrol>
