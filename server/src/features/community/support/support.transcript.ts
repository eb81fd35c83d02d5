import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { DiscordMessageSeen } from '../bot/bot.port.ts'
import * as repo from './support.repo.ts'

type Deps = { readonly db: Db; readonly changed: (ticketId: number) => void }

/** Keeps what is written in the threads of tickets. What bots write is none of it: their words come from the portal. */
export function createTranscript({ db, changed }: Deps) {
  const turns = createTurns<string>()
  const keep = async (seen: DiscordMessageSeen): Promise<void> => {
    const { messageId, channelId, guildId, isBot, text, attachments } = seen
    if (text === null) {
      const emptied = await repo.emptyMessage(db, messageId)
      if (emptied !== undefined) changed(emptied)
      return
    }
    if (isBot) return
    const ticket = await repo.ticketOfThread(db, channelId)
    if (ticket?.state !== 'open') return
    const words = await withNames(db, guildId, text)
    const edited = await repo.editMessage(db, messageId, words, attachments)
    if (edited === undefined) await db.transaction().execute((tx) => repo.insertMessage(tx, ticket.id, written(seen, words, ticket)))
    changed(ticket.id)
  }
  // An edit may follow at once.
  return (seen: DiscordMessageSeen): Promise<void> => turns.inTurn(seen.channelId, () => keep(seen))
}

const written = ({ messageId, discordId, displayName, attachments, at }: DiscordMessageSeen, text: string, ticket: repo.TicketRow) => ({
  messageId,
  discordId,
  name: displayName,
  isOpener: discordId === ticket.discordId,
  text,
  attachments,
  at,
})

const MENTION = /<(@!?|@&|#)(\d{1,20})>/g

/** Mentions as Discord shows them: a transcript outlives the members, roles and channels in it. */
async function withNames(db: Db, guildId: string, text: string): Promise<string> {
  const ids = [...text.matchAll(MENTION)].map(([, , id]) => id)
  if (ids.length === 0) return text
  const { rows } = await sql<{ id: string; name: string }>`
    select discord_id as id, display_name as name from discord_members where guild_id = ${guildId} and discord_id = any(${ids}::text[])
    union all select id, name from discord_roles where guild_id = ${guildId} and id = any(${ids}::text[])
    union all select id, name from discord_channels where guild_id = ${guildId} and id = any(${ids}::text[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return text.replaceAll(MENTION, (whole, mark: string, id: string) => {
    const name = names.get(id)
    return name === undefined ? whole : `${mark === '#' ? '#' : '@'}${name}`
  })
}
