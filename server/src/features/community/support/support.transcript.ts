import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { DiscordActions, WrittenMessage } from '../errands/errands.port.ts'
import * as repo from './support.repo.ts'

type Deps = { readonly db: Db; readonly changed: (ticketId: number) => void }
type InThread = repo.TicketRow & { readonly threadId: string }
export type Transcript = ReturnType<typeof createTranscript>

export const FIRST_PAGE = '0'

/** Keeps what people write in the threads of tickets. Messages of bots are left out, because their words come from the portal. */
export function createTranscript({ db, changed }: Deps) {
  /** The threads of all tickets, also of closed ones, where messages may still be deleted. Messages elsewhere cost no query. */
  const threads = new Set<string>()
  /** Each thread is read and stored by one at a time, so that an older state of a message never overwrites a newer one. */
  const turns = createTurns<string>()

  const edit = async ({ guildId }: repo.TicketRow, { messageId, text, attachments, editedAt }: WrittenMessage): Promise<boolean> =>
    repo.editMessage(db, { messageId, text: await withNames(db, guildId, text), attachments, editedAt })

  /** False if the message is there already, or the ticket is full. */
  const insert = async ({ id, guildId, discordId }: repo.TicketRow, message: WrittenMessage): Promise<boolean> => {
    const written = {
      ...message,
      name: message.displayName,
      isOpener: message.discordId === discordId,
      text: await withNames(db, guildId, message.text),
    }
    return (await db.transaction().execute((tx) => repo.insertMessage(tx, id, written))) !== undefined
  }

  /** Adds messages that are missing, and corrects those that were edited. Returns whether there were any. */
  const compare = async (ticket: repo.TicketRow, shown: readonly WrittenMessage[]): Promise<boolean> => {
    const byPeople = shown.filter(({ isByPerson }) => isByPerson)
    const known = await repo.knownMessages(
      db,
      byPeople.map(({ messageId }) => messageId),
    )
    const names = await nicknames(db, ticket.guildId, byPeople)
    let isChanged = false
    let isFull = false
    for (const message of byPeople) {
      const before = known.get(message.messageId)
      if (before === undefined) {
        if (isFull) continue
        const isInserted = await insert(ticket, { ...message, displayName: names.get(message.discordId) ?? message.displayName })
        isFull = !isInserted && (await repo.isFull(db, ticket.id))
        isChanged ||= isInserted
      } else if (isNewer(message, before.editedAt) || (before.isEmpty && message.text !== '')) {
        // Without the intent for it, Discord withholds the content of messages.
        isChanged = (await edit(ticket, message)) || isChanged
      }
    }
    return isChanged
  }

  return {
    follow: (threadIds: readonly string[]): void => threadIds.forEach((id) => threads.add(id)),
    unfollow: (threadId: string): void => void threads.delete(threadId),
    follows: (threadId: string): boolean => threads.has(threadId),

    seen: (threadId: string, message: WrittenMessage): Promise<void> =>
      turns.inTurn(threadId, async () => {
        if (!message.isByPerson) return
        const ticket = await repo.ticketOfThread(db, threadId)
        if (ticket?.state !== 'open') return
        if ((message.editedAt !== null && (await edit(ticket, message))) || (await insert(ticket, message))) changed(ticket.id)
      }),

    deleted: (threadId: string, messageIds: readonly string[]): Promise<void> =>
      turns.inTurn(threadId, async () => {
        const ticketId = await repo.emptyMessages(db, messageIds)
        if (ticketId !== undefined) changed(ticketId)
      }),

    /** Compares the next messages of the thread with those that are kept. `next` is undefined once there are no more. */
    readOn: ({ readMessages }: DiscordActions, ticket: InThread, after: string): Promise<Read> =>
      turns.inTurn(ticket.threadId, async () => {
        const { messages, hasMore } = await readMessages(ticket.threadId, after)
        const last = messages.at(-1)?.messageId
        if (last === undefined) {
          // Without its permission the bot is shown nothing at all, which must not be taken for a thread where everything was deleted.
          const emptied = after === FIRST_PAGE ? undefined : await repo.emptyUnseen(db, ticket.id, { after, upTo: undefined, ids: [] })
          if (emptied !== undefined) changed(ticket.id)
          return { isEmpty: true, next: undefined }
        }
        const ids = messages.map(({ messageId }) => messageId)
        const emptied = await repo.emptyUnseen(db, ticket.id, { after, upTo: hasMore ? last : undefined, ids })
        if ((await compare(ticket, messages)) || emptied !== undefined) changed(ticket.id)
        return { isEmpty: false, next: hasMore ? last : undefined }
      }),
  }
}
const isNewer = ({ editedAt }: WrittenMessage, than: Date | null): boolean => editedAt !== null && (than === null || than < editedAt)
type Read = { readonly isEmpty: boolean; readonly next: string | undefined }

/** Nicknames of authors, which the history of a channel does not have. */
async function nicknames(db: Db, guildId: string, by: readonly WrittenMessage[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(by.map(({ discordId }) => discordId))]
  const { rows } = await sql<{ id: string; name: string }>`
    select discord_id as id, nickname as name from discord_members
    where guild_id = ${guildId} and discord_id = any(${ids}::text[]) and nickname is not null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const MENTION = /<(@!?|@&|#)(\d{1,20})>/g

/** The text with names in place of mentions, because a transcript outlives the members, roles and channels in it. */
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
