import type { Channel, Role } from './bot.packets.ts'

const ADMINISTRATOR = 1n << 3n
const VIEW_CHANNEL = 1n << 10n
const ALL = (1n << 53n) - 1n

/** The facts that the bot knows of a Discord server while it is connected, to tell what it may do where. */
export type GuildRights = {
  readonly guildId: string
  readonly botId: string
  readonly roles: Map<string, Pick<Role, 'permissions' | 'position'>>
  readonly channels: Map<string, Pick<Channel, 'permission_overwrites'>>
  ownRoles: readonly string[]
}

const roleBits = ({ roles }: GuildRights, id: string): bigint => BigInt(roles.get(id)?.permissions ?? '0')

export function permissionsInGuild(guild: GuildRights): bigint {
  const all = [guild.guildId, ...guild.ownRoles].reduce((bits, id) => bits | roleBits(guild, id), 0n)
  return (all & ADMINISTRATOR) === 0n ? all : ALL
}

export const highestRole = ({ roles, ownRoles }: GuildRights): number => Math.max(0, ...ownRoles.map((id) => roles.get(id)?.position ?? 0))

export type ChannelRights = { readonly bot: string; readonly everyone: string }

const withOverwrite = (bits: bigint, { deny = '0', allow = '0' }: { deny?: string; allow?: string } = {}): bigint =>
  (bits & ~BigInt(deny)) | BigInt(allow)

/** The permissions of a member without any role in a channel. */
function everyoneInChannel(guild: GuildRights, channelId: string): bigint {
  const base = roleBits(guild, guild.guildId)
  if ((base & ADMINISTRATOR) !== 0n) return ALL
  return withOverwrite(
    base,
    guild.channels.get(channelId)?.permission_overwrites.find(({ id }) => id === guild.guildId),
  )
}

export const rightsInChannel = (guild: GuildRights, channelId: string): ChannelRights => ({
  bot: String(permissionsInChannel(guild, channelId)),
  everyone: String(everyoneInChannel(guild, channelId)),
})

/** As Discord computes it: everyone's exceptions, then those of all roles together, then the bot's own. */
function permissionsInChannel(guild: GuildRights, channelId: string): bigint {
  const base = permissionsInGuild(guild)
  if (base === ALL) return ALL
  const overwrites = new Map(guild.channels.get(channelId)?.permission_overwrites.map((each) => [each.id, each]))
  const apply = (bits: bigint, ids: readonly string[]): bigint => {
    const those = ids.flatMap((id) => overwrites.get(id) ?? [])
    const denied = those.reduce((all, { deny }) => all | BigInt(deny), 0n)
    const allowed = those.reduce((all, { allow }) => all | BigInt(allow), 0n)
    return (bits & ~denied) | allowed
  }
  const bits = apply(apply(apply(base, [guild.guildId]), guild.ownRoles), [guild.botId])
  return (bits & VIEW_CHANNEL) === 0n ? 0n : bits
}
