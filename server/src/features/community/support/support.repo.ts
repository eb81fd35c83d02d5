import { Instant, SUPPORT_MESSAGE_LENGTH, SUPPORT_MESSAGES, SUPPORT_MESSAGES_PAGE, SupportMessage, SupportTicket } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Whom a ticket belongs to: the member who was linked when it was opened, or who has linked that Discord account since. */
export const isOwn = (userId: number): RawBuilder<unknown> => sql`(t.opener_id = ${userId} or t.opener_id is null and exists (
  select from discord_links own where own.user_id = ${userId} and own.discord_id = t.discord_id))`

const person = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('userId', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
const fields = sql`json_build_object('ticketId', t.id, 'subject', t.subject, 'state', t.state,
  'opener', json_build_object('name', t.opener_name, 'discordId', t.discord_id, 'member', ${person('o')}),
  'openedAt', t.opened_at, 'claimedBy', ${person('c')},
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

export type Listed = { readonly page: number; readonly pageSize: number }

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
        limit ${pageSize} offset ${(page - 1) * pageSize}) as found), '[]') as items,
      (select count(*) from (select from ${tickets} where ${condition} limit ${countLimit}) as counted)::integer as counted`.execute(db)
  return { items: z.array(SupportTicket).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

const escapeLike = (typed: string): string => typed.replaceAll(/[\\%_]/g, '\\$&')
/** By subject, by who opened it, or by its number. */
export function isFound(typed: string): RawBuilder<unknown> {
  const like = `%${escapeLike(typed)}%`
  const number = /^(?:ticket-|#)?0*([1-9]\d{0,8})$/i.exec(typed)?.[1]
  return sql`(t.subject ilike ${like} or t.opener_name ilike ${like} or o.name ilike ${like} or t.id = ${number ?? null}::integer)`
}

const message = sql`json_build_object('messageId', m.id, 'from', case when m.is_opener then 'opener' else 'other' end,
  'name', m.author_name, 'text', m.text, 'attachments', m.attachments, 'at', m.at, 'editedAt', m.edited_at, 'deletedAt', m.deleted_at,
  'problem', m.problem)`

/** The newest of a ticket, or the newest before one; oldest first. */
export async function listMessages(db: Db, ticketId: number, before: number | undefined) {
  const { rows } = await sql<{ message: unknown }>`
    select ${message} as message from support_messages m where m.ticket_id = ${ticketId} and ${before === undefined ? sql`true` : sql`m.id < ${before}`}
    order by m.id desc limit ${SUPPORT_MESSAGES_PAGE + 1}`.execute(db)
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

/** Until the transaction ends. */
export const lockTicket = async (tx: Tx, ticketId: number): Promise<TicketRow | undefined> =>
  (await sql<TicketRow>`select ${row} from support_tickets where id = ${ticketId} for update`.execute(tx)).rows[0]

/** Until the transaction ends, those of one Discord account are opened one after the other. */
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
}

/** Undefined if the ticket has as many as are kept, or this one already. */
export async function insertMessage(tx: Tx, ticketId: number, given: NewMessage): Promise<SupportMessage | undefined> {
  const { rows } = await sql<{ message: unknown }>`
    with m as (
      insert into support_messages (ticket_id, message_id, discord_id, author_id, author_name, is_opener, text, attachments, at)
      select ${ticketId}, ${given.messageId ?? null}, ${given.discordId ?? null}, ${given.authorId ?? null}::integer, ${given.name},
        ${given.isOpener}, ${kept(given.text)}, ${given.attachments ?? 0}, coalesce(${given.at ?? null}::timestamptz, now())
      from support_tickets where id = ${ticketId} and message_count < ${SUPPORT_MESSAGES}
      on conflict (message_id) do nothing returning *),
    counted as (
      update support_tickets set message_count = message_count + 1, last_message_at = now() where id = ${ticketId} and exists (select from m))
    select ${message} as message from m`.execute(tx)
  return SupportMessage.optional().parse(rows[0]?.message)
}

/** Without halves of characters, and without what the database can't store. */
const kept = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, SUPPORT_MESSAGE_LENGTH)
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')

/** The ticket whose transcript it is in; undefined if it is in none. */
export async function editMessage(db: Db, messageId: string, text: string, attachments: number): Promise<number | undefined> {
  const { rows } = await sql<{ ticket_id: number }>`
    update support_messages set text = ${kept(text)}, attachments = ${attachments},
      edited_at = case when text is distinct from ${kept(text)} then now() else edited_at end
    where message_id = ${messageId} and deleted_at is null returning ticket_id`.execute(db)
  return rows[0]?.ticket_id
}

export async function emptyMessage(db: Db, messageId: string): Promise<number | undefined> {
  const { rows } = await sql<{ ticket_id: number }>`
    update support_messages set text = '', attachments = 0, deleted_at = now()
    where message_id = ${messageId} and deleted_at is null returning ticket_id`.execute(db)
  return rows[0]?.ticket_id
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

/** With one's own messages only: the others' are theirs. */
export async function exportTickets(db: Db, userId: number) {
  const { rows } = await sql<{ ticket: unknown }>`
    select json_build_object('ticketId', t.id, 'subject', t.subject, 'openedAt', t.opened_at, 'closedAt', t.closed_at,
      'closeReason', t.close_reason, 'messages', coalesce((
        select json_agg(json_build_object('at', m.at, 'text', m.text) order by m.id) from support_messages m
        where m.ticket_id = t.id and m.is_opener and m.deleted_at is null), '[]')) as ticket
    from support_tickets t where ${isOwn(userId)} order by t.id`.execute(db)
  return ExportedTickets.parse(rows.map(({ ticket }) => ticket))
}
