import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { manageServers } from '../people/rights.ts'
import { Instant, trimmed, Version } from '../values.ts'

export const ServerEnvironment = z.enum(['prod', 'dev'])

export const Server = z.object({ serverId: ServerId, name: z.string(), environment: ServerEnvironment, version: z.int() })
export type Server = z.infer<typeof Server>

export const ServerInput = z.object({
  serverId: ServerId.optional(),
  name: trimmed(60, 'A name has at most 60 characters').min(1, 'Enter a name'),
  /** Defaults to `prod` for a new server; otherwise unchanged if omitted. */
  environment: ServerEnvironment.optional(),
  /** Where players connect; empty for none, unchanged if omitted. */
  address: trimmed(120, 'An address has at most 120 characters').regex(/^\S*$/, 'An address has no spaces').optional(),
  maxPlayers: z.int('Enter a whole number').min(1, 'At least one').max(2048, 'At most 2,048').nullable().optional(),
  /** Whether a player who is removed from the whitelist while playing is kicked. */
  kicksUnlisted: z.boolean().optional(),
  /** The version last read, so that concurrent edits conflict. Without it the last write wins. */
  version: Version.optional(),
})
export type ServerInput = z.infer<typeof ServerInput>

export const listServers = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/servers',
  summary: 'The game servers',
  access: signedIn,
  response: z.array(Server),
})

/** A server's state as reported by its bridge; empty if none ever connected. */
export const ServerLive = z.object({
  isOnline: z.boolean(),
  players: z.int(),
  maxPlayers: z.int().nullable(),
  lastHeartbeatAt: Instant.nullable(),
})
export type ServerLive = z.infer<typeof ServerLive>

export const ServerActivity = z.object({ unitsOnDuty: z.int(), activeCalls: z.int() })
export type ServerActivity = z.infer<typeof ServerActivity>

/** A server with its activity. Values that were never reported are empty. */
export const ServerStatus = Server.omit({ version: true }).extend({
  address: z.string().nullable(),
  ...ServerLive.shape,
  ...ServerActivity.shape,
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const listServerStatuses = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/servers2',
  summary: 'The game servers with players, units on duty and active calls',
  access: signedIn,
  response: z.array(ServerStatus),
})

export const saveServer = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/server',
  summary: 'Save a server; created where no serverId is given',
  access: manageServers,
  body: ServerInput,
  response: Server,
})
