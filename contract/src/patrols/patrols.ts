import { z } from 'zod'
import { anyOf, self, signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant } from '../values.ts'

export const Patrol = z.object({
  patrolId: z.int(),
  departmentId: z.int(),
  departmentName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Why the portal ended it; null if a person did. */
  endReason: z.enum(['silence']).nullable(),
  /** Calls they were on, created, cleared or sent units to. Counted for the latest patrol only, null for the others. */
  calls: z.int().nullable(),
})
export type Patrol = z.infer<typeof Patrol>

export const TopPatrol = z.object({ userId: z.int(), name: z.string(), minutes: z.int() })
export type TopPatrol = z.infer<typeof TopPatrol>

export const listUserPatrols = defineEndpoint({
  method: 'GET',
  path: '/api/user/getUserPatrols/:userId',
  summary: "A member's latest patrols",
  access: anyOf(self('userId'), staff),
  params: z.object({ userId: IdParam }),
  response: z.array(Patrol),
})

export const listTopPatrols = defineEndpoint({
  method: 'GET',
  path: '/api/user/getTopUserPatrols',
  summary: 'Who patrolled the most in the last seven days',
  access: signedIn,
  response: z.array(TopPatrol),
})
