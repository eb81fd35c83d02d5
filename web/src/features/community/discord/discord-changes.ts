import type { getDiscord, getDiscordGuild, ResponseOf } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'

export type DiscordOverview = ResponseOf<typeof getDiscord>
export type LoadedGuild = ResponseOf<typeof getDiscordGuild>
export type DiscordNews = RoomDelta<'discord'>

/** The overview with what the room told, which does not tell of what is open. */
export function overviewAfter<T extends Omit<DiscordOverview, 'open'>>(known: T, { event, payload }: DiscordNews): T {
  switch (event) {
    case 'bot.changed':
      // A bot that does anything has a token, which the room does not tell of.
      return { ...known, bot: payload, isSetUp: known.isSetUp || payload.state !== 'off' }
    case 'jobs.changed':
      return { ...known, jobs: payload }
    case 'guild.saved':
      return { ...known, guilds: saved(known.guilds, payload, ({ guildId }) => guildId) }
    case 'guild.removed':
      return { ...known, guilds: known.guilds.filter(({ guildId }) => guildId !== payload.guildId) }
    default:
      return known
  }
}

/** A Discord server with what the room told about it. */
export function guildAfter(known: LoadedGuild, { event, payload }: DiscordNews): LoadedGuild {
  switch (event) {
    case 'guild.saved':
      return payload.version < known.guild.version ? known : { ...known, guild: payload }
    case 'channel.saved':
      return { ...known, channels: saved(known.channels, payload, ({ channelId }) => channelId) }
    case 'channel.removed':
      return { ...known, channels: known.channels.filter(({ channelId }) => channelId !== payload.channelId) }
    case 'role.saved':
      return { ...known, roles: saved(known.roles, payload, ({ roleId }) => roleId) }
    case 'role.removed':
      return { ...known, roles: known.roles.filter(({ roleId }) => roleId !== payload.roleId) }
    default:
      return known
  }
}

/** In its place, or at the end. An older version is not taken; one of the same version is: counts change without a new one. */
function saved<T extends { readonly version: number }>(known: readonly T[], item: T, idOf: (item: T) => string): T[] {
  const before = known.find((each) => idOf(each) === idOf(item))
  if (!before) return [...known, item]
  return before.version > item.version ? [...known] : known.map((each) => (each === before ? item : each))
}
