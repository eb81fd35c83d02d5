import { Instant, SUPPORT_MESSAGE_LENGTH, SUPPORT_MESSAGES, SUPPORT_MESSAGES_PAGE, SupportMessage, SupportTicket } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { personJson } from '../../../platform/database/person.ts'

/** Whether a ticket `t` belongs to a member: they were linked when it was opened, or have linked its Discord account since. */
export const isOwn = (userId: number): RawBuilder<unknown> => sql`(t.opener_id = ${userId} or t.opener_id is null and exists (
  select from discord_links own where own.user_id = ${userId} and own.discord_id = t.discord_id))`

const fields = sql`json_build_object('ticketId', t.id, 'subject', t.subject, 'state', t.state,
  'opener', json_build_object('name', t.opener_name, 'discordId', case when o.id is null then t.discord_id end, 'member', ${personJson('o')}),
  'openedAt', t.opened_at, 'claimedBy', ${personJson('c')},
  'closed', case when t.closed_at is not null then json_build_object('at', t.closed_at, 'by', t.closed_by_name, 'reason', t.close_reason) end,
  'messageCount', t.message_count, 'lastMessageAt', t.last_message_at,
  'threadUrl', 'https://discord.com/channels/' || t.guild_id || '/' || t.thread_id, 'problem', t.problem, 'version', t.version)`
const tickets = sql`support_tickets t left join discord_links l on t.opener_id is null and l.discord_id = t.discord_id
  left join users o on o.id = coalesce(t.opener_id, l.user_id) left join users c on c.id = t.claimed_by`

export async function findTicket(
  db: Db | Tx,
  ticketId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<SupportTicket | undefined> {
  const { rows } = await sql<{ ticket: unknown }>`
    select ${fields} as ticket from ${tickets} where t.id = ${ticketId} and ${condition}`.execute(db)
  return SupportTicket.optional().parse(rows[0]?.ticket)
}

type Listed = { readonly page: number; readonly pageSize: number }

/** Open ones first, by when something was last written. Counted up to `countLimit`. */
export async function listTickets(
  db: Db,
  condition: RawBuilder<unknown>,
  { page, pageSize }: Listed,
  countLimit: number,
): Promise<{ items: SupportTicket[]; counted: number }> {
  const { rows } = await sql<{ items: unknown; counted: number }>`
    select coalesce((select json_agg(ticket) from (
        select ${fields} as ticket from ${tickets} where ${condition}
        order by t.state desc, coalesce(t.closed_at, t.last_message_at) desc, t.id desc
        ${limitTo({ page, pageSize })}) as found), '[]') as items,
      (select count(*) from (select from ${tickets} where ${condition} limit ${countLimit}) as counted)::integer as counted`.execute(db)
  return { items: z.array(SupportTicket).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

/** Whether a ticket is found by its subject, by the person who opened it, or by its number. */
export function isFound(typed: string): RawBuilder<unknown> {
  const like = `%${escapeLike(typed)}%`
  const number = /^(?:ticket-|#)?0*([1-9]\d{0,8})$/i.exec(typed)?.[1]
  return sql`(t.subject ilike ${like} or t.opener_name ilike ${like} or o.name ilike ${like} or t.id = ${number ?? null}::integer)`
}

const message = sql`json_build_object('messageId', m.id, 'from', case when m.is_opener then 'opener' else 'other' end,
  'name', m.author_name, 'text', m.text, 'attachments', m.attachments, 'at', m.at, 'editedAt', m.edited_at, 'deletedAt', m.deleted_at,
  'problem', m.problem)`

/** The newest messages of a ticket, or the newest before a message; oldest first. */
export async function listMessages(db: Db, ticketId: number, before: number | undefined) {
  const isEarlier =
    before === undefined ? sql`true` : sql`(m.at, m.id) < (select b.at, b.id from support_messages b where b.id = ${before})`
  const { rows } = await sql<{ message: unknown }>`
    select ${message} as message from support_messages m where m.ticket_id = ${ticketId} and ${isEarlier}
    order by m.at desc, m.id desc limit ${SUPPORT_MESSAGES_PAGE + 1}`.execute(db)
  const found = z.array(SupportMessage).parse(rows.map((row) => row.message))
  return { items: found.slice(0, SUPPORT_MESSAGES_PAGE).toReversed(), hasEarlier: found.length > SUPPORT_MESSAGES_PAGE }
}

export type TicketRow = {
  readonly id: number
  readonly guildId: string
  readonly channelId: string
  readonly threadId: string | null
  readonly subject: string
  readonly discordId: string
  readonly openerName: string
  readonly openerId: number | null
  readonly openedAt: Date
  readonly claimedBy: number | null
  readonly state: string
  readonly version: number
}
const row = sql`id, guild_id as "guildId", channel_id as "channelId", thread_id as "threadId", subject, discord_id as "discordId",
  opener_name as "openerName", opener_id as "openerId", opened_at as "openedAt", claimed_by as "claimedBy", state, version`

export const readTicket = async (db: Db | Tx, ticketId: number): Promise<TicketRow | undefined> =>
  (await sql<TicketRow>`select ${row} from support_tickets where id = ${ticketId}`.execute(db)).rows[0]

export const ticketOfThread = async (db: Db | Tx, threadId: string): Promise<TicketRow | undefined> =>
  (await sql<TicketRow>`select ${row} from support_tickets where thread_id = ${threadId}`.execute(db)).rows[0]

/** Locks the ticket until the transaction ends. */
export const lockTicket = async (tx: Tx, ticketId: number): Promise<TicketRow | undefined> =>
  (await sql<TicketRow>`select ${row} from support_tickets where id = ${ticketId} for update`.execute(tx)).rows[0]

/** Makes tickets of one Discord account open one after the other, until the transaction ends. */
export const lockOpener = (tx: Tx, discordId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`support:${discordId}`}, 0))`.execute(tx)

export const countOpen = async (tx: Tx, discordId: string): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select count(*)::integer as count from support_tickets where discord_id = ${discordId} and state = 'open'`.execute(tx)
  ).rows[0]?.count ?? 0

type NewTicket = Pick<TicketRow, 'guildId' | 'channelId' | 'subject' | 'discordId' | 'openerName' | 'openerId'>

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_tickets (guild_id, channel_id, subject, discord_id, opener_name, opener_id)
    values (${ticket.guildId}, ${ticket.channelId}, ${ticket.subject}, ${ticket.discordId}, ${ticket.openerName}, ${ticket.openerId})
    returning id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error('The ticket was not inserted')
  return inserted.id
}

type NewMessage = {
  readonly messageId?: string
  readonly discordId?: string
  readonly authorId?: number
  readonly name: string
  readonly isOpener: boolean
  readonly text: string
  readonly attachments?: number
  readonly at?: Date
  readonly editedAt?: Date | null
}

/** Undefined if the ticket is full, or has this message already. */
export async function insertMessage(tx: Tx, ticketId: number, given: NewMessage): Promise<SupportMessage | undefined> {
  const { rows } = await sql<{ message: unknown }>`
    with m as (
      insert into support_messages (ticket_id, message_id, discord_id, author_id, author_name, is_opener, text, attachments, at, edited_at)
      select ${ticketId}, ${given.messageId ?? null}, ${given.discordId ?? null}, ${given.authorId ?? null}::integer, ${given.name},
        ${given.isOpener}, ${kept(given.text)}, ${given.attachments ?? 0}, coalesce(${given.at ?? null}::timestamptz, now()),
        ${given.editedAt ?? null}::timestamptz
      from support_tickets where id = ${ticketId} and message_count < ${SUPPORT_MESSAGES}
      on conflict (message_id) do nothing returning *),
    counted as (
      update support_tickets t set message_count = message_count + 1, last_message_at = greatest(last_message_at, m.at)
      from m where t.id = ${ticketId})
    select ${message} as message from m`.execute(tx)
  return SupportMessage.optional().parse(rows[0]?.message)
}

/** The Discord accounts to add to a thread: of the person who opened the ticket, and of the member who claimed it before there was a thread. */
export async function concerned(tx: Tx, ticketId: number): Promise<string[]> {
  const { rows } = await sql<{ discordId: string }>`
    select discord_id as "discordId" from support_tickets where id = ${ticketId}
    union
    select l.discord_id from support_tickets t join discord_links l on l.user_id = t.claimed_by where t.id = ${ticketId}`.execute(tx)
  return rows.map(({ discordId }) => discordId)
}

export const isFull = async (db: Db, ticketId: number): Promise<boolean> =>
  (await db.selectFrom('support_tickets').select('message_count').where('id', '=', ticketId).executeTakeFirst())?.message_count ===
  SUPPORT_MESSAGES

/** The text without halves of characters, and without characters that the database can't store. */
const kept = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, SUPPORT_MESSAGE_LENGTH)
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')

type Edit = { readonly messageId: string; readonly text: string; readonly attachments: number; readonly editedAt: Date | null }

/** False if the message is unknown, deleted, or was edited again since. */
export async function editMessage(db: Db, { messageId, text, attachments, editedAt }: Edit): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update support_messages set text = ${kept(text)}, attachments = ${attachments}, edited_at = ${editedAt}
    where message_id = ${messageId} and deleted_at is null and coalesce(edited_at <= ${editedAt}, true)`.execute(db)
  return numAffectedRows > 0n
}

/** Empties deleted messages. Returns their ticket; undefined if none of them is in a transcript. */
export const emptyMessages = (db: Db, messageIds: readonly string[]): Promise<number | undefined> =>
  empty(db, sql`message_id = any(${messageIds}::text[])`)

type Shown = {
  readonly after: string
  /** Undefined means to the end. */
  readonly upTo: string | undefined
  readonly ids: readonly string[]
}

/** Empties the messages that Discord no longer shows between two others. */
export const emptyUnseen = (db: Db, ticketId: number, { after, upTo, ids }: Shown): Promise<number | undefined> =>
  empty(
    db,
    sql`ticket_id = ${ticketId} and message_id::numeric > ${after}::numeric and not (message_id = any(${ids}::text[]))
      and ${upTo === undefined ? sql`true` : sql`message_id::numeric <= ${upTo}::numeric`}`,
  )

async function empty(db: Db, condition: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ ticketId: number }>`
    update support_messages set text = '', attachments = 0, deleted_at = now()
    where deleted_at is null and ${condition} returning ticket_id as "ticketId"`.execute(db)
  return rows[0]?.ticketId
}

type KnownMessage = { readonly editedAt: Date | null; readonly isEmpty: boolean }
/** The messages among these that are in transcripts, with the time of their last edit. */
export async function knownMessages(db: Db, messageIds: readonly string[]): Promise<ReadonlyMap<string, KnownMessage>> {
  const { rows } = await sql<KnownMessage & { messageId: string }>`
    select message_id as "messageId", edited_at as "editedAt", text = '' as "isEmpty" from support_messages
    where message_id = any(${messageIds}::text[])`.execute(db)
  return new Map(rows.map((known) => [known.messageId, known]))
}

/** The threads of all tickets of a server, closed ones too. */
export async function threadsOf(db: Db, guildId: string): Promise<string[]> {
  const { rows } = await sql<{ threadId: string }>`
    select thread_id as "threadId" from support_tickets where guild_id = ${guildId} and thread_id is not null`.execute(db)
  return rows.map(({ threadId }) => threadId)
}

export const setClaimed = (tx: Tx, ticketId: number, userId: number | null) =>
  sql`update support_tickets set claimed_by = ${userId}, version = version + 1 where id = ${ticketId}`.execute(tx)

export const setClosed = (tx: Tx, ticketId: number, byName: string, reason: string) =>
  sql`update support_tickets set state = 'closed', closed_at = now(), closed_by_name = ${byName}, close_reason = ${reason},
    version = version + 1 where id = ${ticketId}`.execute(tx)

const ExportedTickets = z.array(
  z.object({
    ticketId: z.int(),
    subject: z.string(),
    openedAt: Instant,
    closedAt: Instant.nullable(),
    closeReason: z.string(),
    messages: z.array(z.object({ at: Instant, text: z.string() })),
  }),
)

/** A member's tickets for their data export, with their own messages only. */
export async function exportTickets(db: Db, userId: number) {
  const { rows } = await sql<{ ticket: unknown }>`
    select json_build_object('ticketId', t.id, 'subject', t.subject, 'openedAt', t.opened_at, 'closedAt', t.closed_at,
      'closeReason', t.close_reason, 'messages', coalesce((
        select json_agg(json_build_object('at', m.at, 'text', m.text) order by m.at, m.id) from support_messages m
        where m.ticket_id = t.id and m.is_opener and m.deleted_at is null), '[]')) as ticket
    from support_tickets t where ${isOwn(userId)} order by t.id`.execute(db)
  return ExportedTickets.parse(rows.map(({ ticket }) => ticket))
}

export async function countAllOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from support_tickets where state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}
