import { errors } from '../api-error.ts'
import type { BucketName } from './limits.ts'
import { channelPermissions, guildPermissions, PERMISSIONS } from '../permissions.ts'
import type { Attachment, Channel, Guild, Member } from '../types.ts'
import type { World } from '../world.ts'

/** A grant that somebody gave on the OAuth2 page. */
export type Grant = {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresAt: number
}

export type Call = {
  /** The part of the path with this name. */
  readonly param: (name: string) => string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly files: readonly Attachment[]
  /** The header as it was sent, for routes that read it themselves. */
  readonly authorization: string
  /** Set if a user's token was sent in place of the bot's. */
  readonly grant: Grant | null
}

export type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly bucket: BucketName
  /** Whose token the route accepts; the bot's by default. */
  readonly auth?: 'bot' | 'bearer' | 'any' | 'none'
  readonly handle: (call: Call) => Reply | Promise<Reply>
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const created = (body: unknown): Reply => ({ status: 201, body })
export const NO_CONTENT: Reply = { status: 204 }

/** A whole number in the query, within bounds. */
export function countOf(query: URLSearchParams, name: string, otherwise: number, max: number): number {
  const given = Number(query.get(name) ?? otherwise)
  return Number.isInteger(given) && given >= 1 && given <= max ? given : otherwise
}

/** For these a server can want two-factor authentication. */
const MODERATING =
  PERMISSIONS.administrator |
  PERMISSIONS.manageChannels |
  PERMISSIONS.manageGuild |
  PERMISSIONS.manageMessages |
  PERMISSIONS.manageRoles |
  PERMISSIONS.manageThreads

export type Access = ReturnType<typeof createAccess>

/** Objects that the bot may access; refusals are Discord's own. */
export function createAccess(world: World) {
  const self = (guild: Guild): Member => {
    const member = guild.members.get(world.botUserId)
    if (!guild.hasBot || !member) throw errors.missingAccess()
    return member
  }

  const access = {
    self,
    guild: (id: string): Guild => {
      const guild = world.guilds.get(id)
      if (!guild) throw errors.unknownGuild()
      self(guild)
      return guild
    },
    member: (guild: Guild, userId: string): Member => {
      const member = guild.members.get(userId === '@me' ? world.botUserId : userId)
      if (!member) throw errors.unknownMember()
      return member
    },
    has: (guild: Guild, permission: bigint): boolean => (guildPermissions(guild, self(guild)) & permission) === permission,
    need: (guild: Guild, permission: bigint): void => {
      if (!access.has(guild, permission)) throw errors.missingPermissions()
      if (permission & MODERATING) access.needMfa(guild)
    },
    /** Missing two-factor authentication of the bot's owner shows neither in permissions nor in events. */
    needMfa: (guild: Guild): void => {
      if (guild.mfaLevel === 1 && !world.appOwner.hasMfa) throw errors.mfaRequired()
    },
    hasIn: (channel: Channel, permission: bigint): boolean => {
      const guild = channel.guildId ? world.guild(channel.guildId) : null
      return !guild || (channelPermissions(guild, self(guild), channel) & permission) === permission
    },
    /** A channel that the bot can view, and where it may do all of `permission`. */
    channel: (id: string, permission = 0n): Channel => {
      const channel = world.findChannel(id)
      if (!channel) throw errors.unknownChannel()
      if (!access.hasIn(channel, PERMISSIONS.viewChannel)) throw errors.missingAccess()
      if (!access.hasIn(channel, permission)) throw errors.missingPermissions()
      return channel
    },
  }
  return access
}
