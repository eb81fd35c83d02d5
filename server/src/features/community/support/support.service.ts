import {
  COUNT_LIMIT,
  type PageOf,
  type PageQuery,
  type QueryOf,
  type listSupportTickets,
  type SupportMessage,
  type SupportTicket,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { linkOf } from '../links/links.port.ts'
import { askToClose, askToInvite, askToWrite, keepOpening } from './support.errands.ts'
import * as repo from './support.repo.ts'

type Deps = { readonly db: Db; readonly publish: Publish }
export type SupportService = ReturnType<typeof createSupportService>

/** Which tickets an actor reaches: all of them as staff, or only their own, as if there were no others. */
type Reach = { readonly actor: Actor; readonly isOwn: boolean }
const within = ({ actor, isOwn }: Reach): RawBuilder<unknown> => (isOwn ? repo.isOwn(actor.userId) : sql`true`)

type Closing = { readonly reason: string; readonly version?: number }
/** Who closes a ticket: a member, or someone in Discord whom the portal does not know. */
type Closer = { readonly name: string; readonly userId: number | null; readonly discordId?: string }

type TicketAct = `ticket.${'claim' | 'release' | 'close' | 'write' | 'closeOwn' | 'writeOwn'}`

export const emitTickets = (emit: Emit, ...ticketIds: number[]): Promise<void> => emit('discord', {}, 'tickets.changed', { ticketIds })

export function createSupportService({ db, publish }: Deps) {
  /** Locks the ticket, and refuses an act that the actor may not do about it. */
  const lock = async (tx: Tx, act: TicketAct, actor: Actor, ticketId: number): Promise<repo.TicketRow> => {
    const ticket = await repo.lockTicket(tx, ticketId)
    if (!ticket) throw noSuchTicket()
    const { openerId, discordId } = ticket
    await assertAct(tx, act, actor, openerId === null ? { discordIds: [discordId] } : { userIds: [openerId] })
    return ticket
  }
  const changeClaim = (actor: Actor, ticketId: number, version: number | undefined, isClaimed: boolean): Promise<SupportTicket> =>
    inTransaction(db, publish, async (tx, emit) => {
      const ticket = await lock(tx, isClaimed ? 'ticket.claim' : 'ticket.release', actor, ticketId)
      await assertOpen(tx, ticket)
      if (isClaimed && ticket.claimedBy !== null) throw await claimedAlready(tx, ticketId, actor.userId)
      assertVersion(ticket, version)
      if (!isClaimed && ticket.claimedBy === null) throw new AppError('conflict', 'Nobody has claimed this ticket')
      await repo.setClaimed(tx, ticketId, isClaimed ? actor.userId : null)
      await keepOpening(tx, ticketId)
      const link = isClaimed && ticket.threadId !== null ? await linkOf(tx, actor.userId) : null
      if (link && link.discordId !== ticket.discordId) await askToInvite(tx, ticket, link.discordId)
      await recordAudit(tx, actor, isClaimed ? 'discord.ticket-claimed' : 'discord.ticket-released', subject(ticketId))
      await emitTickets(emit, ticketId)
      return getTicket(tx, ticketId)
    })

  /** Closes the ticket, in a transaction that has it locked. */
  const closeIn = async (tx: Tx, emit: Emit, ticket: repo.TicketRow, closer: Closer, reason: string): Promise<void> => {
    await repo.setClosed(tx, ticket.id, closer.name, reason)
    await keepOpening(tx, ticket.id)
    if (ticket.threadId !== null) await askToClose(tx, ticket)
    await emitTickets(emit, ticket.id)
    const openerId = (await getTicket(tx, ticket.id)).opener.member?.userId
    if (openerId === undefined || openerId === closer.userId || closer.discordId === ticket.discordId) return
    const by = closer.name === '' ? '' : ` by ${closer.name}`
    await tell(tx, emit, openerId, {
      title: `Your ticket ${ticket.id} was closed${by}`,
      text: reason === '' ? ticket.subject : reason,
      path: `/user/tickets/${ticket.id}`,
    })
  }

  return {
    list: async ({ userId }: Actor, { show, q, ...page }: QueryOf<typeof listSupportTickets>): Promise<PageOf<SupportTicket>> => {
      const shown = show === 'closed' ? sql`t.state = 'closed'` : sql`t.state = 'open'`
      const mine = show === 'mine' ? sql`t.claimed_by = ${userId}` : sql`true`
      const found = q === undefined || q === '' ? sql`true` : repo.isFound(q)
      const { items, counted } = await repo.listTickets(db, sql`${shown} and ${mine} and ${found}`, page, COUNT_LIMIT + 1)
      return toPage(items, counted, page)
    },

    listOwn: async ({ userId }: Actor, page: PageQuery): Promise<PageOf<SupportTicket>> => {
      const { items, counted } = await repo.listTickets(db, repo.isOwn(userId), page, COUNT_LIMIT + 1)
      return toPage(items, counted, page)
    },

    get: async (reach: Reach, ticketId: number): Promise<SupportTicket> => {
      const ticket = await repo.findTicket(db, ticketId, within(reach))
      if (!ticket) throw noSuchTicket()
      return ticket
    },

    messages: async (reach: Reach, ticketId: number, before: number | undefined) => {
      if (!(await repo.findTicket(db, ticketId, within(reach)))) throw noSuchTicket()
      return repo.listMessages(db, ticketId, before)
    },

    claim: (actor: Actor, ticketId: number, version?: number) => changeClaim(actor, ticketId, version, true),
    release: (actor: Actor, ticketId: number, version?: number) => changeClaim(actor, ticketId, version, false),

    close: (reach: Reach, ticketId: number, { reason, version }: Closing): Promise<SupportTicket> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { actor, isOwn } = reach
        const ticket = await lock(tx, isOwn ? 'ticket.closeOwn' : 'ticket.close', actor, ticketId)
        await assertOpen(tx, ticket)
        assertVersion(ticket, version)
        if (!isOwn) await recordAudit(tx, actor, 'discord.ticket-closed', { ...subject(ticketId), after: { reason } })
        await closeIn(tx, emit, ticket, { name: actor.user.name, userId: actor.userId }, reason)
        return getTicket(tx, ticketId)
      }),

    /** Closes a ticket for the person who opened it, in Discord, where they need no account on the portal. */
    closeAsOpener: (ticketId: number, { discordId, name }: { discordId: string; name: string }, reason: string): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        const ticket = await repo.lockTicket(tx, ticketId)
        if (ticket?.discordId !== discordId) throw noSuchTicket()
        await assertOpen(tx, ticket)
        await closeIn(tx, emit, ticket, { name, userId: null, discordId }, reason)
      }),

    /** Closes a ticket whose thread is gone, so that there is nothing to lock. */
    closeGone: (ticketId: number, reason: string): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        const ticket = await repo.lockTicket(tx, ticketId)
        if (ticket?.state !== 'open') return
        await sql`update support_tickets set thread_id = null where id = ${ticketId}`.execute(tx)
        await closeIn(tx, emit, { ...ticket, threadId: null }, { name: '', userId: null }, reason)
      }),

    /** Closes a ticket whose thread someone has locked and archived in Discord. */
    closeLocked: (ticketId: number): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        const ticket = await repo.lockTicket(tx, ticketId)
        if (ticket?.state === 'open') await closeIn(tx, emit, ticket, { name: '', userId: null }, 'The thread was closed in Discord.')
      }),

    write: ({ actor, isOwn }: Reach, ticketId: number, text: string): Promise<SupportMessage> =>
      inTransaction(db, publish, async (tx, emit) => {
        const ticket = await lock(tx, isOwn ? 'ticket.writeOwn' : 'ticket.write', actor, ticketId)
        await assertOpen(tx, ticket)
        if (ticket.threadId === null) throw new AppError('conflict', 'The thread is not open in Discord yet. Try again in a moment.')
        const written = { authorId: actor.userId, name: actor.user.name, isOpener: isOwn || ticket.openerId === actor.userId, text }
        const message = await repo.insertMessage(tx, ticketId, written)
        if (!message) throw new AppError('conflict', 'This ticket is full. Continue in Discord, or close it.')
        await askToWrite(tx, ticket, message.messageId)
        await emitTickets(emit, ticketId)
        return message
      }),
  }
}

const noSuchTicket = () => new AppError('not_found', 'There is no such ticket')
const subject = (ticketId: number) => ({ subjectType: 'discord', subjectId: `ticket:${ticketId}` }) as const

async function getTicket(tx: Tx, ticketId: number): Promise<SupportTicket> {
  const ticket = await repo.findTicket(tx, ticketId)
  if (!ticket) throw noSuchTicket()
  return ticket
}

async function assertOpen(tx: Tx, { id, state }: repo.TicketRow): Promise<void> {
  if (state === 'open') return
  const by = (await getTicket(tx, id)).closed?.by
  throw new AppError('conflict', by ? `${by} has closed this ticket` : 'This ticket is closed')
}

async function claimedAlready(tx: Tx, ticketId: number, userId: number): Promise<AppError> {
  const claimedBy = (await getTicket(tx, ticketId)).claimedBy
  return new AppError(
    'conflict',
    claimedBy?.userId === userId ? 'You have claimed this ticket' : `${claimedBy?.name} has claimed this ticket`,
  )
}

function assertVersion(ticket: repo.TicketRow, version: number | undefined): void {
  if (version !== undefined && version !== ticket.version) throw new AppError('conflict', 'This ticket has changed since you opened it')
}
