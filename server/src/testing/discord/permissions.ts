import { compareIds } from './snowflakes.ts'
import type { Channel, Guild, Member, Role } from './types.ts'

export const PERMISSIONS = {
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageGuild: 1n << 5n,
  addReactions: 1n << 6n,
  viewAuditLog: 1n << 7n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  changeNickname: 1n << 26n,
  manageNicknames: 1n << 27n,
  manageRoles: 1n << 28n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
  pinMessages: 1n << 51n,
} as const

const all = Object.values(PERMISSIONS).reduce((sum, bit) => sum | bit, 0n)

/** The bot's permissions unless a test sets others: all but Administrator and Manage Server. */
export const BOT_PERMISSIONS = all & ~PERMISSIONS.administrator & ~PERMISSIONS.manageGuild

/** The permissions of everyone in a new guild. Discord gives more, which would hide that the bot's own role lacks something. */
export const EVERYONE_PERMISSIONS =
  PERMISSIONS.viewChannel |
  PERMISSIONS.sendMessages |
  PERMISSIONS.readMessageHistory |
  PERMISSIONS.changeNickname |
  PERMISSIONS.sendMessagesInThreads |
  PERMISSIONS.useApplicationCommands

/** Of two roles at one position, the older is above. */
const isAbove = (a: Role, b: Role): boolean => a.position > b.position || (a.position === b.position && compareIds(a.id, b.id) < 0)

function highestRole(guild: Guild, member: Member): Role {
  const everyone = everyoneRole(guild)
  return member.roles.reduce((highest, id) => {
    const role = guild.roles.get(id)
    return role && isAbove(role, highest) ? role : highest
  }, everyone)
}

/** Whether a member's highest role is above `role`; owners are above all. */
export const outranksRole = (guild: Guild, member: Member, role: Role): boolean =>
  guild.ownerId === member.userId || isAbove(highestRole(guild, member), role)

export const outranksMember = (guild: Guild, member: Member, other: Member): boolean =>
  guild.ownerId !== other.userId && outranksRole(guild, member, highestRole(guild, other))

function everyoneRole(guild: Guild): Role {
  const role = guild.roles.get(guild.id)
  if (!role) throw new Error(`The guild ${guild.id} has no @everyone role`)
  return role
}

export function guildPermissions(guild: Guild, member: Member): bigint {
  if (guild.ownerId === member.userId) return all
  const permissions = member.roles.reduce((sum, id) => sum | (guild.roles.get(id)?.permissions ?? 0n), everyoneRole(guild).permissions)
  return permissions & PERMISSIONS.administrator ? all : permissions
}

/** Overwrites in Discord's order: @everyone, then all roles together, then the member. Threads have those of their parent. */
export function channelPermissions(guild: Guild, member: Member, channel: Channel): bigint {
  const base = guildPermissions(guild, member)
  if (base === all) return all
  const { overwrites } = (channel.thread && channel.parentId ? guild.channels.get(channel.parentId) : undefined) ?? channel
  const everyone = overwrites.find(({ id }) => id === guild.id)
  const ofRoles = overwrites.filter(({ id, type }) => type === 0 && member.roles.includes(id))
  const own = overwrites.find(({ id, type }) => type === 1 && id === member.userId)
  let permissions = (base & ~(everyone?.deny ?? 0n)) | (everyone?.allow ?? 0n)
  permissions &= ~ofRoles.reduce((sum, { deny }) => sum | deny, 0n)
  permissions |= ofRoles.reduce((sum, { allow }) => sum | allow, 0n)
  permissions = (permissions & ~(own?.deny ?? 0n)) | (own?.allow ?? 0n)
  const canSeeThread =
    channel.type !== 12 || channel.thread?.members.has(member.userId) === true || (permissions & PERMISSIONS.manageThreads) !== 0n
  return permissions & PERMISSIONS.viewChannel && canSeeThread ? permissions : 0n
}
