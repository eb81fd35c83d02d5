import { z } from 'zod'
import { admin } from '../access.ts'
import { DiscordBot } from '../community/discord.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'

/**
 * Something that an admin should look at. `jobsFailing`: jobs that failed and are tried again; `jobsFailed`: jobs that are not tried again.
 * `serverSilent`: a game server that was connected before. `keyRefused`: a limited key of a game server. `backups`: their alarm is the name.
 * `diskLow`: the disk with the data folder; the count is the days that it lasts.
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
    'diskLow',
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

export const FIGURE_RANGES = ['day', 'week', 'month'] as const
export const FigureRange = z.enum(FIGURE_RANGES)
export type FigureRange = z.infer<typeof FigureRange>

/** The most or, for links and free room, the least of each figure in a part of the range. People and memory are of all portals of the community. */
export const HealthPoint = z.object({
  at: Instant,
  people: z.int(),
  unitsOnDuty: z.int(),
  linksOnline: z.int(),
  jobsWaiting: z.int(),
  /** Errors in the log during this part. */
  errors: z.int(),
  memoryBytes: z.int(),
  databaseBytes: z.int(),
  diskFreeBytes: z.int().nullable(),
})
export type HealthPoint = z.infer<typeof HealthPoint>

export const HealthFigures = z.object({
  range: FigureRange,
  /** Oldest first; parts without figures, while no portal ran, are missing. */
  points: z.array(HealthPoint),
  /** The disk with the data folder; null where there is none. */
  disk: z
    .object({
      freeBytes: z.int(),
      bytes: z.int(),
      /** How long it lasts if it goes on as in the last week; null if it does not fill up, or too little is known. */
      daysLeft: z.int().nullable(),
    })
    .nullable(),
})
export type HealthFigures = z.infer<typeof HealthFigures>

export const getHealthFigures = defineEndpoint({
  method: 'GET',
  path: '/api/overview/figures',
  summary: 'How the portal was over a day, a week or a month, and for how long its disk lasts',
  access: admin,
  query: z.object({ range: FigureRange.default('day') }),
  response: HealthFigures,
})

export const HealthError = z.object({
  at: Instant,
  /** Where it happened, such as 'mail test' or 'portal'. */
  what: z.string(),
  /** Without addresses, links and what could be a token. */
  error: z.string(),
})
export type HealthError = z.infer<typeof HealthError>

export const getLastErrors = defineEndpoint({
  method: 'GET',
  path: '/api/overview/errors',
  summary: 'The last errors of jobs, Discord, mails, backups, and of the log of the portal that answers; newest first',
  access: admin,
  response: z.array(HealthError),
})

export const ReleaseNotes = z.object({
  version: z.string(),
  /** The sections of the change log for this version: a title and its points, which are plain text. */
  sections: z.array(z.object({ title: z.string(), points: z.array(z.string()) })),
  /** The last backup that an upgrade made before it changed the database, which leads back to the version before. */
  wayBack: z.object({ madeAt: Instant, file: z.string() }).nullable(),
})
export type ReleaseNotes = z.infer<typeof ReleaseNotes>

export const getReleaseNotes = defineEndpoint({
  method: 'GET',
  path: '/api/overview/release',
  summary: 'The version that runs, what is in it, and the backup that leads back to the version before',
  access: admin,
  response: ReleaseNotes,
})
