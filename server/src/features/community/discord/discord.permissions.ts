import type { DiscordChannel, DiscordChannelType, DiscordRole } from '@tenfour/contract'

/** Permissions the bot uses, by the names that Discord's settings have for them. */
const BITS = {
  'View Channels': 1n << 10n,
  'Send Messages': 1n << 11n,
  'Embed Links': 1n << 14n,
  'Read Message History': 1n << 16n,
  'Manage Nicknames': 1n << 27n,
  'Manage Roles': 1n << 28n,
  'Manage Threads': 1n << 34n,
  'Create Private Threads': 1n << 36n,
  'Send Messages in Threads': 1n << 38n,
} as const
type PermissionName = keyof typeof BITS

const ADMINISTRATOR = 1n << 3n
/** The invite does not ask for this permission: a role that everyone may mention needs none. */
const MENTION_EVERYONE = 1n << 17n
const NAMES = Object.keys(BITS) as PermissionName[]

/** The permissions in the invite: all that the bot uses, and no others. */
export const INVITE_PERMISSIONS = String(NAMES.reduce((all, name) => all | BITS[name], 0n))

const has = (permissions: string, name: PermissionName): boolean => (BigInt(permissions) & (BITS[name] | ADMINISTRATOR)) !== 0n
const lacking = (permissions: string, needed: readonly PermissionName[]): PermissionName[] =>
  needed.filter((name) => !has(permissions, name))

/** Whether the bot pings roles that not everyone may mention. */
export const mayMentionAll = (permissions: string): boolean => (BigInt(permissions) & (MENTION_EVERYONE | ADMINISTRATOR)) !== 0n

/** The permissions that the bot lacks in a Discord server as a whole. */
export const missingInGuild = (permissions: string): PermissionName[] => lacking(permissions, NAMES)

const TO_WRITE: readonly PermissionName[] = ['View Channels', 'Send Messages', 'Embed Links', 'Read Message History']
const FOR_TICKETS: readonly PermissionName[] = [...TO_WRITE, 'Create Private Threads', 'Send Messages in Threads', 'Manage Threads']

/** The permissions that the type of a channel asks for and the bot lacks in it. */
export function missingInChannel(type: DiscordChannelType | null, permissions: string): PermissionName[] {
  if (type === null) return []
  return lacking(permissions, type === 'TicketsCategory' ? FOR_TICKETS : TO_WRITE)
}

/** Whether a member without any role may not write in threads, and so not in a ticket of their own. `everyone` is null until the bot has read it. */
export const mutesEveryone = (everyone: string | null): boolean => everyone !== null && !has(everyone, 'Send Messages in Threads')

/** Whether a channel of this kind can have this type. */
export const fitsKind = (type: DiscordChannelType, kind: DiscordChannel['kind']): boolean =>
  kind === 'text' || (type === 'TicketsCategory' ? kind === 'category' : kind === 'announcement')

type RoleFacts = { readonly id: string; readonly guildId: string; readonly isManaged: boolean; readonly position: number }
type GuildFacts = { readonly botPosition: number; readonly botPermissions: string }
/** Why the bot can't give a role. */
export function whyNotGiven(role: RoleFacts, { botPosition, botPermissions }: GuildFacts): DiscordRole['whyNot'] {
  if (role.id === role.guildId) return 'everyone'
  if (role.isManaged) return 'managed'
  if (!has(botPermissions, 'Manage Roles')) return 'permission'
  return role.position >= botPosition ? 'above' : null
}
