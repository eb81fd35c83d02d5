import type { DiscordChannelType } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'

type PostChannel = { readonly channelId: string; readonly guildId: string; readonly name: string; readonly kind: string }

/** The channels that are used for this and are still there, in Discord's order. */
export function channelsOf(db: Db | Tx, type: DiscordChannelType, guildId?: string): Promise<PostChannel[]> {
  return db
    .selectFrom('discord_channels as c')
    .innerJoin('discord_guilds as g', 'g.id', 'c.guild_id')
    .select(['c.id as channelId', 'c.guild_id as guildId', 'c.name', 'c.kind'])
    .where('c.type', '=', type)
    .where('c.gone_at', 'is', null)
    .where('g.left_at', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('c.guild_id', '=', guildId ?? ''))
    .orderBy('g.joined_at')
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
}
