import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ServerLive } from './servers.ts'
import { manageServers } from '../people/rights.ts'
import { IdParam, Instant } from '../values.ts'

/** A server's connection, as shown to administrators. */
export const ServerLink = ServerLive.extend({
  connectedAt: Instant.nullable(),
  uptimeSeconds: z.int(),
  /** Events queued on the server. */
  queued: z.int(),
  bridgeVersion: z.string().nullable(),
  resource: z.string().nullable(),
})
export type ServerLink = z.infer<typeof ServerLink>

export const HistoryRange = z.enum(['day', 'week'])
export type HistoryRange = z.infer<typeof HistoryRange>
export const HISTORY_STEP_MINUTES: Record<HistoryRange, number> = { day: 5, week: 30 }
export const PlayerHistory = z.object({
  stepMinutes: z.int(),
  /** Oldest first, one per step: the peak number of players, null if nothing was reported. */
  points: z.array(z.object({ at: Instant, players: z.int().nullable(), maxPlayers: z.int().nullable() })),
})
export type PlayerHistory = z.infer<typeof PlayerHistory>

export const getPlayerHistory = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/history',
  summary: 'How many played on a server over the last day or week',
  access: manageServers,
  params: z.object({ serverId: IdParam }),
  query: z.object({ range: HistoryRange.default('day') }),
  response: PlayerHistory,
})
