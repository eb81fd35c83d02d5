import type { DiscordChannelType } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'

export type TypedChannel = {
  readonly channelId: string
  readonly name: string
  readonly guildId: string
  readonly guildName: string
  readonly botPermissions: string
}

/** The existing channels of these types, in Discord's order. */
export const channelsOfType = (db: Db | Tx, types: readonly DiscordChannelType[], guildId?: string): Promise<TypedChannel[]> =>
  db
    .selectFrom('discord_channels as c')
    .innerJoin('discord_guilds as g', 'g.id', 'c.guild_id')
    .select(['c.id as channelId', 'c.name', 'g.id as guildId', 'g.name as guildName', 'c.bot_permissions as botPermissions'])
    .where('c.type', 'in', [...types])
    .where('c.gone_at', 'is', null)
    .where('g.left_at', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('c.guild_id', '=', guildId ?? ''))
    .orderBy('g.joined_at')
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()

/** Channels by name: '#general', or 'a thread' if the channel is a thread or was deleted. */
export async function channelNames(db: Db, channelIds: readonly string[]): Promise<(channelId: string) => string> {
  const rows =
    channelIds.length === 0
      ? []
      : await db
          .selectFrom('discord_channels')
          .select(['id', 'name'])
          .where('id', 'in', [...channelIds])
          .execute()
  const names = new Map(rows.map(({ id, name }) => [id, `#${name}`]))
  return (channelId) => names.get(channelId) ?? 'a thread'
}
