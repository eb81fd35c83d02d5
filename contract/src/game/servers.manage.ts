import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ServerLink } from './servers.link.ts'
import { Server, ServerActivity } from './servers.ts'
import { manageServers } from '../people/rights.ts'
import { bytes, IdParam, Instant, trimmed, Version } from '../values.ts'

/** A server as administrators manage it, with its activity. */
export const ManagedServer = Server.extend({
  address: z.string().nullable(),
  /** As registered; the server's own value is in its link. */
  maxPlayers: z.int().nullable(),
  kicksUnlisted: z.boolean(),
  isRetired: z.boolean(),
  link: ServerLink,
  ...ServerActivity.shape,
})
export type ManagedServer = z.infer<typeof ManagedServer>

export const listManagedServers = defineEndpoint({
  method: 'GET',
  path: '/api/servers',
  summary: 'Every game server, including retired ones, with its settings and status',
  access: manageServers,
  response: z.array(ManagedServer),
})

const OneServer = z.object({ serverId: IdParam })
const AtVersion = z.object({ version: Version })

export const retireServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/retire',
  summary: 'Take a server out of use; refused while units are on duty there',
  access: manageServers,
  params: OneServer,
  body: AtVersion,
  response: ManagedServer,
})

export const restoreServer = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/restore',
  summary: 'Bring a retired server back into use',
  access: manageServers,
  params: OneServer,
  body: AtVersion,
  response: ManagedServer,
})

/** `server` for the bridge, `display` for screens in the game. */
export const ServerKeyKind = z.enum(['server', 'display'])
export type ServerKeyKind = z.infer<typeof ServerKeyKind>

/** Metadata of a key. The key itself is shown once, when issued, and is not stored. */
export const ServerKey = z.object({
  keyId: z.int(),
  kind: ServerKeyKind,
  name: z.string(),
  createdAt: Instant,
  /** Rounded to the minute; null if never used. */
  lastUsedAt: Instant.nullable(),
  /** When a replaced key expires; null if it does not. */
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  /** The key was issued by someone below Admin: it can't act for members with roles, permissions or capabilities, nor sign them in. */
  isLimited: z.boolean(),
  /** Refusals of a limited key for such members: since when, and the last message that was refused. */
  refused: z.object({ since: Instant, lastAt: Instant, message: z.string() }).nullable(),
})
export type ServerKey = z.infer<typeof ServerKey>

export const ServerKeyInput = z.object({
  kind: ServerKeyKind,
  name: trimmed(60, 'A name has at most 60 characters').min(1, 'Enter a name'),
})
export type ServerKeyInput = z.infer<typeof ServerKeyInput>

export const IssuedKey = z.object({ key: z.string() })

const OneKey = z.object({ serverId: IdParam, keyId: IdParam })

export const listServerKeys = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:serverId/keys',
  summary: 'The keys of a server, newest first, without the keys themselves',
  access: manageServers,
  params: OneServer,
  response: z.array(ServerKey),
})

export const issueServerKey = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/keys',
  summary: 'Issue a key that speaks for this server; the answer is the only place it is shown',
  access: manageServers,
  params: OneServer,
  body: ServerKeyInput,
  response: IssuedKey,
})

/** Maximum time in which a key and its replacement are both valid. */
export const MAX_OVERLAP_MINUTES = 1440
export const KeyRotation = z.object({
  overlapMinutes: z.int().min(0).max(MAX_OVERLAP_MINUTES, 'A day at most').default(60),
})
export type KeyRotation = z.infer<typeof KeyRotation>

export const rotateServerKey = defineEndpoint({
  method: 'POST',
  path: '/api/servers/:serverId/keys/:keyId/rotate',
  summary: 'Put another key in the place of this one, which stays valid for the overlap',
  access: manageServers,
  params: OneKey,
  body: KeyRotation,
  response: IssuedKey,
})

export const revokeServerKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/servers/:serverId/keys/:keyId',
  summary: 'Revoke a key; connections that use it are closed',
  access: manageServers,
  params: OneKey,
  response: z.object({}),
})

/** The name of the resource's zip, with the portal's version. */
export const resourceFileName = (version: string): string => `tenfour-${version}.zip`

export const downloadResource = defineEndpoint({
  method: 'GET',
  path: '/api/servers/resource',
  summary: 'The FiveM resource of this portal as a zip, which holds no key',
  access: manageServers,
  gives: ['application/zip'],
  response: z.object({ type: z.literal('application/zip'), bytes: bytes('A zip is bytes'), digest: z.string() }),
})
