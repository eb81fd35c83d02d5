import { z } from 'zod'
import { admin, signedIn } from './access.ts'
import { defineEndpoint } from './endpoint.ts'

export const ServerId = z.int().positive()
export const ServerEnvironment = z.enum(['prod', 'dev'])

export const Server = z.object({ serverId: ServerId, name: z.string(), environment: ServerEnvironment, version: z.int() })
export type Server = z.infer<typeof Server>

export const ServerInput = z.object({
  serverId: ServerId.optional(),
  name: z.string().trim().min(1, 'Enter a name').max(60, 'A name has at most 60 characters'),
  environment: ServerEnvironment.default('prod'),
  /** The version last seen; required to change a server, so that two admins do not overwrite each other. */
  version: z.int().optional(),
})
export type ServerInput = z.infer<typeof ServerInput>

export const listServers = defineEndpoint({
  method: 'GET',
  path: '/api/patrol/servers',
  summary: 'The game servers',
  access: signedIn,
  response: z.array(Server),
})

export const saveServer = defineEndpoint({
  method: 'POST',
  path: '/api/patrol/server',
  summary: 'Save a server; created where no serverId is given',
  access: admin,
  body: ServerInput,
  response: Server,
})
