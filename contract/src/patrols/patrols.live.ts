import { z } from 'zod'
import { Instant } from '../values.ts'

/** In a file of their own because rooms carry these schemas, and every page loads the rooms. */

/** The member's presence on the game server. `away`: not in the game while the server is connected. */
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
  /** Null for a civilian patrol. */
  status: z.int().nullable(),
  statusSince: Instant,
  /** Null if the game server is not connected, or the department does not play in the game. */
  presence: PresenceState.nullable(),
  presenceSince: Instant.nullable(),
})
export type OpenPatrol = z.infer<typeof OpenPatrol>
