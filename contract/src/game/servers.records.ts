import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ServerId } from '../ids.ts'
import { manageServers } from '../people/rights.ts'
import { IdParam, trimmed, Version } from '../values.ts'

/** How the characters and vehicles of a game server come into the portal. */
export const ServerRecords = z.object({
  serverId: ServerId,
  version: z.int(),
  /** Whether the game has the last word on what it says of a character, or the portal. */
  isLedByGame: z.boolean(),
  /** The database of the game that this server shares with others; empty for one of its own. */
  database: z.string(),
  /** Names of databases that servers share. */
  databases: z.array(z.string()),
  /** How many characters of the database belong to players without an account. */
  unowned: z.int(),
})
export type ServerRecords = z.infer<typeof ServerRecords>

export const ServerRecordsInput = z.object({
  isLedByGame: z.boolean(),
  database: trimmed(30, 'A name has at most 30 characters').regex(
    /^[a-z0-9][a-z0-9-]*$|^$/,
    'A name has lower-case letters, digits and hyphens',
  ),
})
export type ServerRecordsInput = z.infer<typeof ServerRecordsInput>

export const getServerRecords = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/records',
  summary: 'How the characters and vehicles of a game server come into the portal',
  access: manageServers,
  params: z.object({ serverId: IdParam }),
  response: ServerRecords,
})

export const saveServerRecords = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/records',
  summary: 'Choose whether game or portal leads, and, as an Admin, the database that a game server shares with others',
  access: manageServers,
  params: z.object({ serverId: IdParam }),
  body: ServerRecordsInput.extend({ version: Version }),
  response: ServerRecords,
})
