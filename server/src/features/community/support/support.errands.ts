import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { addErrands, type ErrandKind } from '../errands/errands.port.ts'
import { keepPost } from '../posts/posts.port.ts'
import { askToRead, checkThreadErrand, readThreadErrand, type ThreadDeps } from './support.history.ts'
import * as repo from './support.repo.ts'
import { openingMessage, threadName, writtenMessage } from './support.labels.ts'

const OpenThread = { kind: 'support.open', payload: z.object({ ticketId: z.int() }) } as const
const Invite = { kind: 'support.invite', payload: z.object({ ticketId: z.int(), discordId: z.string() }) } as const
const Write = { kind: 'support.write', payload: z.object({ ticketId: z.int(), messageId: z.int() }) } as const
const CloseThread = { kind: 'support.close', payload: z.object({ ticketId: z.int() }) } as const

type InThread = Pick<repo.TicketRow, 'id' | 'guildId' | 'threadId'>
/** The queue of the thread's messages, so that everything in a thread happens in order. */
const queueOf = ({ id, threadId }: InThread): string => (threadId === null ? `support:${id}` : `channel:${threadId}`)

export const askToOpen = (tx: Tx, ticketId: number, guildId: string): Promise<void> =>
  addErrands(tx, OpenThread, [{ queue: queueOf({ id: ticketId, guildId, threadId: null }), guildId, payload: { ticketId } }])
/** Tries again to open threads that Discord has refused so far. Threads that someone has given up stay so. */
export const tryToOpenAgain = (on: Db, guildId: string) =>
  sql`update discord_errands e set state = 'waiting', ended_at = null, started_at = null, run_at = now(), attempts = 0
    from support_tickets t
    where e.kind = ${OpenThread.kind} and e.state = 'failed' and e.guild_id = ${guildId} and t.id = (e.payload ->> 'ticketId')::integer
      and t.state = 'open' and t.thread_id is null`.execute(on)
export const askToInvite = (tx: Tx, ticket: InThread, discordId: string): Promise<void> =>
  addErrands(tx, Invite, [{ queue: queueOf(ticket), guildId: ticket.guildId, payload: { ticketId: ticket.id, discordId } }])
export const askToWrite = (tx: Tx, ticket: InThread, messageId: number): Promise<void> =>
  addErrands(tx, Write, [{ queue: queueOf(ticket), guildId: ticket.guildId, payload: { ticketId: ticket.id, messageId } }])
/** Locks the thread, after it was read once more. */
export async function askToClose(tx: Tx, ticket: InThread): Promise<void> {
  await askToRead(tx, ticket.id)
  await addErrands(tx, CloseThread, [{ queue: queueOf(ticket), guildId: ticket.guildId, payload: { ticketId: ticket.id } }])
}

/** Keeps the first message of the thread as the ticket is now. */
export async function keepOpening(tx: Tx, ticketId: number): Promise<void> {
  const { rows } = await sql<{ text: string; threadId: string | null; roleId: string | null }>`
    select m.text, t.thread_id as "threadId", g.support_role_id as "roleId"
    from support_tickets t join support_messages m on m.ticket_id = t.id join discord_guilds g on g.id = t.guild_id
    where t.id = ${ticketId} order by m.id limit 1`.execute(tx)
  const ticket = await repo.findTicket(tx, ticketId)
  const [first] = rows
  if (!ticket || !first || first.threadId === null) return
  const { subject, opener, claimedBy, closed } = ticket
  const message = openingMessage({
    ticketId,
    subject,
    openerName: opener.name,
    text: first.text,
    claimedBy: claimedBy?.name ?? null,
    closed,
    supportRoleId: first.roleId,
  })
  await keepPost(tx, { channelId: first.threadId, subject: 'ticket', message })
}

const DISCORD_EPOCH = Date.UTC(2015, 0, 1)
/** How far Discord's clock and ours may differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000
/** Discord's ids hold the time at which they were given. */
const timeOf = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH)
const isOlder = (threadId: string, than: Date): boolean => timeOf(threadId).getTime() < than.getTime() - CLOCKS_DIFFER_MS

export function supportErrands(deps: ThreadDeps): readonly ErrandKind[] {
  const { db, changed, transcript } = deps
  const open: ErrandKind<typeof OpenThread.payload, { readonly threadId: string }> = {
    ...OpenThread,
    titles: async (_on, errands) => errands.map(({ payload }) => `Open the thread of ticket ${payload.ticketId}`),
    run: async (discord, { payload }) => {
      const ticket = await repo.readTicket(db, payload.ticketId)
      if (ticket?.state !== 'open' || ticket.threadId !== null) return undefined
      const name = threadName(ticket.id)
      const found = await discord.openThread(ticket.channelId, name)
      // A portal that was set up anew numbers tickets from 1 again, and must not use the thread of an earlier portal's ticket.
      if (!isOlder(found.threadId, ticket.openedAt)) return found
      return discord.openThread(ticket.channelId, `${name}-${ticket.openedAt.getTime().toString(36)}`)
    },
    settle: async (tx, { payload }, { threadId }) => {
      transcript.follow([threadId])
      await sql`update support_tickets set thread_id = ${threadId}, problem = '' where id = ${payload.ticketId}`.execute(tx)
      // The message that opened the ticket stays first, whatever our clock says.
      await sql`update support_messages set at = least(at, ${timeOf(threadId)}) where ticket_id = ${payload.ticketId}`.execute(tx)
      const ticket = await repo.lockTicket(tx, payload.ticketId)
      if (!ticket) return
      await keepOpening(tx, ticket.id)
      // The ticket may have been closed since.
      if (ticket.state !== 'open') await askToClose(tx, ticket)
      else for (const discordId of await repo.concerned(tx, ticket.id)) await askToInvite(tx, ticket, discordId)
      changed(ticket.id)
    },
    failed: (tx, { payload }, problem) => noteProblem(tx, payload.ticketId, problem),
  }
  const noteProblem = async (tx: Tx, ticketId: number, problem: string): Promise<void> => {
    await sql`update support_tickets set problem = ${problem} where id = ${ticketId}`.execute(tx)
    changed(ticketId)
  }

  const invite: ErrandKind<typeof Invite.payload, true> = {
    ...Invite,
    titles: async (_on, errands) => errands.map(({ payload }) => `Add someone to ticket ${payload.ticketId}`),
    run: async (discord, { payload }) => {
      const ticket = await repo.readTicket(db, payload.ticketId)
      if (ticket?.state !== 'open' || ticket.threadId === null) return undefined
      await discord.addToThread(ticket.threadId, payload.discordId)
      return true
    },
    failed: async (tx, { payload }, problem) => {
      const ticket = await repo.readTicket(tx, payload.ticketId)
      if (ticket?.discordId === payload.discordId)
        await noteProblem(tx, ticket.id, `The person who opened the ticket could not be added: ${problem}`)
    },
  }

  const write: ErrandKind<typeof Write.payload, { readonly messageId: string }> = {
    ...Write,
    titles: async (_on, errands) => errands.map(({ payload }) => `Write in ticket ${payload.ticketId}`),
    run: async (discord, { payload }) => {
      const { rows } = await sql<{ threadId: string | null; name: string; text: string }>`
        select t.thread_id as "threadId", m.author_name as name, m.text from support_messages m join support_tickets t on t.id = m.ticket_id
        where m.id = ${payload.messageId} and m.message_id is null and m.deleted_at is null`.execute(db)
      const [written] = rows
      if (!written || written.threadId === null) return undefined
      return discord.sendMessage(written.threadId, writtenMessage(written.name, written.text), `support-${payload.messageId}`)
    },
    settle: async (tx, { payload }, { messageId }) => {
      await sql`update support_messages set message_id = ${messageId}, at = ${timeOf(messageId)}, problem = '' where id = ${payload.messageId}`.execute(
        tx,
      )
    },
    failed: async (tx, { payload }, problem) => {
      await sql`update support_messages set problem = ${problem} where id = ${payload.messageId}`.execute(tx)
      changed(payload.ticketId)
    },
  }

  const close: ErrandKind<typeof CloseThread.payload, true> = {
    ...CloseThread,
    titles: async (_on, errands) => errands.map(({ payload }) => `Lock the thread of ticket ${payload.ticketId}`),
    run: async (discord, { payload }) => {
      const ticket = await repo.readTicket(db, payload.ticketId)
      if (ticket?.state !== 'closed' || ticket.threadId === null) return undefined
      await discord.closeThread(ticket.threadId)
      return true
    },
  }
  return [open, invite, write, readThreadErrand(deps), checkThreadErrand(deps), close]
}
