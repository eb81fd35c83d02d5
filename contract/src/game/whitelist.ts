import { z } from 'zod'
import { anyOf } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { manageMembers, manageServers, manageUsers } from '../people/rights.ts'
import { ServerEnvironment } from './servers.ts'
import { IdParam, Instant } from '../values.ts'

export const WhitelistEnvironment = z.enum(['prod', 'dev'])

export const setWhitelist = defineEndpoint({
  method: 'GET',
  path: '/api/user/SetWhitelistState/:userId/:whitelisted/:env',
  summary: 'Put a member on the whitelist of an environment, or take them off it',
  access: anyOf(manageUsers, manageMembers),
  params: z.object({ userId: IdParam, whitelisted: z.stringbool(), env: WhitelistEnvironment }),
  response: z.object({ userId: z.int(), isWhitelisted: z.boolean(), isWhitelistedDev: z.boolean(), version: z.int() }),
})

export const triggerWhitelistUpdate = defineEndpoint({
  method: 'GET',
  path: '/api/user/TriggerWhitelistUpdateAsync',
  summary: 'Push the whitelists to every game server',
  access: anyOf(manageUsers, manageMembers, manageServers),
  /** Each server shows whether the change has arrived. */
  response: z.object({ servers: z.int(), members: z.int(), serverIds: z.array(z.int()) }),
})

/** The whitelist of a server's environment and which version the server has. */
export const ServerWhitelist = z.object({
  environment: ServerEnvironment,
  /** Whether players who are not on it are refused. */
  isEnforced: z.boolean(),
  /** How many players it would have refused of late while it was not enforced. */
  wouldRefuse: z.int(),
  version: z.int(),
  members: z.int(),
  /** The version the server last acknowledged; null if it never did. */
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
  summary: "How many members a server's whitelist has, and the outcome of its last push",
  access: anyOf(manageUsers, manageMembers, manageServers),
  params: z.object({ serverId: IdParam }),
  response: ServerWhitelist,
})
