import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { missingInChannel } from '../discord/discord.port.ts'
import { keepPost } from '../posts/posts.port.ts'
import { PANEL } from './support.labels.ts'

type Place = { readonly channelId: string; readonly guildId: string }

/** The channels that hold the threads of tickets: channels of that type, and the first channel that the bot can use in a category of that type. */
export async function placesOf(db: Db | Tx, guildId?: string): Promise<Place[]> {
  const { rows } = await sql<Place & { markedId: string; botPermissions: string }>`
    select marked.id as "markedId", c.id as "channelId", c.guild_id as "guildId", c.bot_permissions as "botPermissions"
    from discord_channels marked join discord_guilds g on g.id = marked.guild_id and g.left_at is null
    join discord_channels c on c.guild_id = marked.guild_id and c.kind = 'text' and c.gone_at is null
      and (c.id = marked.id or marked.kind = 'category' and c.parent_id = marked.id and coalesce(c.type, 'TicketsCategory') = 'TicketsCategory')
    where marked.type = 'TicketsCategory' and marked.gone_at is null and ${guildId === undefined ? sql`true` : sql`g.id = ${guildId}`}
    order by g.joined_at, marked.position, marked.id, c.position, c.id`.execute(db)
  const places = new Map<string, Place>()
  const taken = new Set<string>()
  for (const { markedId, channelId, guildId: ofGuild, botPermissions } of rows) {
    if (taken.has(markedId) || missingInChannel('TicketsCategory', botPermissions).length > 0) continue
    taken.add(markedId)
    places.set(channelId, { channelId, guildId: ofGuild })
  }
  return [...places.values()]
}

/** Puts the button where tickets can be opened, and takes it away where they no longer can. */
export async function followPanels(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('support-panels', 0))`.execute(tx)
  const wanted = (await placesOf(tx)).map(({ channelId }) => channelId).toSorted()
  const { rows } = await sql<{ id: string; canWrite: boolean }>`
    select p.channel_id as id, exists (
      select from discord_channels c join discord_guilds g on g.id = c.guild_id
      where c.id = p.channel_id and c.gone_at is null and g.left_at is null) as "canWrite"
    from support_panels p order by p.channel_id`.execute(tx)
  const there = new Set(rows.map(({ id }) => id))
  for (const channelId of wanted) {
    if (there.has(channelId)) continue
    await sql`insert into support_panels (channel_id) values (${channelId})`.execute(tx)
    await keepPost(tx, { channelId, subject: 'tickets-panel', message: PANEL })
  }
  for (const { id, canWrite } of rows) {
    if (wanted.includes(id)) continue
    await sql`delete from support_panels where channel_id = ${id}`.execute(tx)
    if (canWrite) await keepPost(tx, { channelId: id, subject: 'tickets-panel', message: null })
  }
}
