import { z } from 'zod'
import { admin } from '../access.ts'
import { DiscordBot } from '../community/discord.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'

/**
 * Something that an admin should look at. `jobsFailing`: jobs that failed and are tried again; `jobsFailed`: jobs that are not tried again.
 * `serverSilent`: a game server that was connected before. `keyRefused`: a limited key of a game server. `backups`: their alarm is the name.
 */
export const OverviewConcern = z.object({
  kind: z.enum([
    'redisAway',
    'jobsFailing',
    'jobsFailed',
    'serverSilent',
    'keyRefused',
    'callsRefused',
    'botProblem',
    'removalsHeld',
    'errandsFailed',
    'backups',
  ]),
  /** The jobs, the server, the key or the problem; empty where the kind says it all. */
  name: z.string(),
  count: z.int(),
  /** When it was last so, or since when. */
  at: Instant.nullable(),
  /** The game server, if it is about one. */
  serverId: z.int().nullable(),
})
export type OverviewConcern = z.infer<typeof OverviewConcern>

export const PortalOverview = z.object({
  version: z.string(),
  /** Of the node that answers, as are the people connected and the memory. */
  upSince: Instant,
  people: z.object({ connected: z.int(), pages: z.int() }),
  units: z.object({ onDuty: z.int(), servers: z.int() }),
  gameLinks: z.object({ online: z.int(), total: z.int(), lastHeartbeatAt: Instant.nullable() }),
  jobs: z.object({ waiting: z.int(), failed: z.int() }),
  database: z.object({ bytes: z.int(), connections: z.int(), maxConnections: z.int() }),
  memory: z.object({ bytes: z.int(), ofBytes: z.int() }),
  discord: z.object({ isSetUp: z.boolean(), bot: DiscordBot }),
  concerns: z.array(OverviewConcern),
})
export type PortalOverview = z.infer<typeof PortalOverview>

export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/api/overview',
  summary: 'How the portal is: who is connected, jobs, database and memory, and what an admin should look at',
  access: admin,
  response: PortalOverview,
})
