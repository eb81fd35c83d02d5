import { z } from 'zod'
import { admin, anyOf } from './access.ts'
import { defineEndpoint } from './endpoint.ts'
import { manageMembers, manageUsers } from './roles.ts'
import { ServerEnvironment, ServerLive } from './servers.ts'
import { IdParam, Instant } from './values.ts'

/** A server's connection, as administrators follow it. */
export const ServerLink = ServerLive.extend({
  connectedAt: Instant.nullable(),
  uptimeSeconds: z.int(),
  /** Events that wait on the server to be delivered. */
  queued: z.int(),
  bridgeVersion: z.string().nullable(),
  resource: z.string().nullable(),
})
export type ServerLink = z.infer<typeof ServerLink>

/** The whitelist of a server's environment, and what the server has of it. */
export const ServerWhitelist = z.object({
  environment: ServerEnvironment,
  version: z.int(),
  members: z.int(),
  /** The version the server has, by its own word; null where it never said. */
  acknowledgedVersion: z.int().nullable(),
  acknowledgedAt: Instant.nullable(),
  lastPush: z
    .object({
      requestedAt: Instant,
      requestedBy: z.object({ userId: z.int(), name: z.string() }).nullable(),
      outcome: z.enum(['waiting', 'not connected', 'acknowledged', 'failed']),
      acknowledgedAt: Instant.nullable(),
      version: z.int().nullable(),
    })
    .nullable(),
})
export type ServerWhitelist = z.infer<typeof ServerWhitelist>

export const getServerWhitelist = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/whitelist',
  summary: 'How many the whitelist of a server names, and what came of bringing it there',
  access: anyOf(manageUsers, manageMembers),
  params: z.object({ serverId: IdParam }),
  response: ServerWhitelist,
})

export const HistoryRange = z.enum(['day', 'week'])
export type HistoryRange = z.infer<typeof HistoryRange>
export const HISTORY_STEP_MINUTES: Record<HistoryRange, number> = { day: 5, week: 30 }
export const PlayerHistory = z.object({
  stepMinutes: z.int(),
  /** Oldest first, one for each step; the most players within it, null where nothing was reported. */
  points: z.array(z.object({ at: Instant, players: z.int().nullable(), maxPlayers: z.int().nullable() })),
})
export type PlayerHistory = z.infer<typeof PlayerHistory>

export const getPlayerHistory = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/history',
  summary: 'How many played on a server over the last day or week',
  access: admin,
  params: z.object({ serverId: IdParam }),
  query: z.object({ range: HistoryRange.default('day') }),
  response: PlayerHistory,
})
