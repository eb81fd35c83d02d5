import {
  claimSupportTicket,
  closeOwnSupportTicket,
  closeSupportTicket,
  getOwnSupportTicket,
  getSupportTicket,
  listOwnSupportMessages,
  listOwnSupportTickets,
  listSupportMessages,
  listSupportRoles,
  listSupportTickets,
  releaseSupportTicket,
  setSupportRole,
  signedIn,
  staff,
  SUPPORT_AN_HOUR,
  supportDays,
  ticketsSwitch,
  writeInOwnSupportTicket,
  writeInSupportTicket,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { createCollector } from '../../../platform/collect.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import { amongThose, anyRoom, byMember, counted, type Waiting } from '../../../platform/waiting.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import { areTicketsUsed } from '../discord/discord.port.ts'
import { ticketCommands } from './support.bot.ts'
import { supportErrands, tryToOpenAgain } from './support.errands.ts'
import { askToCheckOpen, askToRead, askToReadOpen } from './support.history.ts'
import { supportJobs } from './support.jobs.ts'
import { createTicketOpening } from './support.open.ts'
import { followPanels } from './support.panels.ts'
import * as repo from './support.repo.ts'
import { createSupportRoles } from './support.roles.ts'
import { createSupportService, emitTickets } from './support.service.ts'
import { createTranscript } from './support.transcript.ts'

/** Messages a member writes in tickets on the portal. */
const MESSAGES_AN_HOUR = 120
/** Changes of tickets that are close together are told together. */
const NEWS = { everyMs: 1000, soonMs: 250 }

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly settings: Settings
  readonly switches: Pick<Switches, 'assertOn'>
  readonly log: FastifyBaseLogger
}

export function supportFeature({ db, background, publish, redis, settings, switches, log }: Deps): CommunityFeature {
  const countWritten = createHourlyLimit('support-messages', MESSAGES_AN_HOUR, redis)
  const support = createSupportService({ db, publish })
  const roles = createSupportRoles(db)
  const opening = createTicketOpening({ db, publish, switches, countOpened: createHourlyLimit('support-tickets', SUPPORT_AN_HOUR, redis) })
  const news = createCollector<number>({
    ...NEWS,
    work: (ticketIds) => inTransaction(db, publish, (_tx, emit) => emitTickets(emit, ...ticketIds)),
    onError: (error) => log.warn({ err: error }, 'ticket changes could not be sent to the room'),
  })
  const transcript = createTranscript({ db, changed: news.add })
  const gone = (ticketId: number): Promise<void> => support.closeGone(ticketId, 'The thread was deleted in Discord.')
  const locked = (ticketId: number): Promise<void> => support.closeLocked(ticketId)
  const openAgain = async (guildId: string): Promise<void> => void (await tryToOpenAgain(db, guildId))
  const all = (actor: Actor) => ({ actor, isOwn: false })
  const own = (actor: Actor) => ({ actor, isOwn: true })
  return {
    name: 'support',
    accountExport: { supportTickets: ({ userId }) => repo.exportTickets(db, userId) },
    settings: [supportDays],
    waiting: [answeredTickets, ticketsToAnswer],
    routes: async (app) => {
      const write = limitedRoute(app, countWritten)
      route(app, listSupportTickets, (actor, { query }) => support.list(actor, query))
      route(app, getSupportTicket, (actor, { params }) => support.get(all(actor), params.ticketId))
      route(app, listSupportMessages, (actor, { params, query }) => support.messages(all(actor), params.ticketId, query.before))
      route(app, claimSupportTicket, (actor, { params, body }) => support.claim(actor, params.ticketId, body.version))
      route(app, releaseSupportTicket, (actor, { params, body }) => support.release(actor, params.ticketId, body.version))
      route(app, closeSupportTicket, (actor, { params, body }) => support.close(all(actor), params.ticketId, body))
      write(writeInSupportTicket, (actor, { params, body }) => support.write(all(actor), params.ticketId, body.text))
      route(app, listSupportRoles, () => roles.list())
      route(app, setSupportRole, (actor, { params, body }) => roles.set(actor, params.guildId, body.roleId))
      route(app, listOwnSupportTickets, (actor, { query }) => support.listOwn(actor, query))
      route(app, getOwnSupportTicket, (actor, { params }) => support.get(own(actor), params.ticketId))
      route(app, listOwnSupportMessages, (actor, { params, query }) => support.messages(own(actor), params.ticketId, query.before))
      route(app, closeOwnSupportTicket, (actor, { params, body }) => support.close(own(actor), params.ticketId, body))
      write(writeInOwnSupportTicket, (actor, { params, body }) => support.write(own(actor), params.ticketId, body.text))
    },
    jobs: supportJobs({
      db: background.db,
      support: createSupportService({ db: background.db, publish }),
      days: () => settings.get(supportDays),
    }),
    switches: [{ featureSwitch: ticketsSwitch, open: async () => [openTickets(await repo.countAllOpen(db))] }],
    close: news.close,
    botPart: {
      ...ticketCommands({ db, support, opening }),
      needsContent: () => areTicketsUsed(db),
      messages: {
        ...transcript,
        missed: async (threadId) => {
          const ticket = await repo.ticketOfThread(db, threadId)
          if (ticket) await askToRead(db, ticket.id)
        },
      },
      threadLocked: async (threadId) => {
        const ticket = await repo.ticketOfThread(db, threadId)
        if (ticket) await locked(ticket.id)
      },
      threadDeleted: async (threadId) => {
        transcript.unfollow(threadId)
        const ticket = await repo.ticketOfThread(db, threadId)
        if (ticket) await gone(ticket.id)
      },
      guildRead: async (guildId, activeThreads) => {
        transcript.follow(await repo.threadsOf(db, guildId))
        await askToCheckOpen(db, guildId, activeThreads)
        // Threads are read after they are followed, so that no message is missed in between.
        await askToReadOpen(db, guildId)
        await db.transaction().execute(followPanels)
        await openAgain(guildId)
      },
      rightsChanged: openAgain,
    },
    errandKinds: supportErrands({ db, changed: news.add, transcript, gone, locked }),
    reactions: {
      channelTyped: async (tx, { was, type }) => {
        if (was === 'TicketsCategory' || type === 'TicketsCategory') await followPanels(tx)
      },
    },
  }
}

const openTickets = (count: number) => ({ count, text: count === 1 ? '1 ticket is open' : `${count} tickets are open` })
/** An open ticket `t`, its owner as a member, and whether the owner wrote last. */
const ticketRows = sql`(
  select coalesce(t.opener_id, l.user_id) as owner_id, t.claimed_by, coalesce((
    select m.is_opener from support_messages m where m.ticket_id = t.id and m.deleted_at is null order by m.at desc, m.id desc limit 1
  ), true) as waits_for_staff
  from support_tickets t left join discord_links l on t.opener_id is null and l.discord_id = t.discord_id
  where t.state = 'open') t`

const answeredTickets: Waiting = {
  id: 'own-tickets',
  access: signedIn,
  featureSwitch: ticketsSwitch,
  changedBy: [anyRoom('discord', 'tickets.changed')],
  count: byMember(
    (userIds) => sql`select t.owner_id as "userId", count(*)::integer as count from ${ticketRows}
      where t.owner_id = any(${userIds}::integer[]) and not t.waits_for_staff group by t.owner_id`,
  ),
  words: counted('ticket with an answer', 'tickets with an answer'),
  path: '/user/tickets',
}

/** Tickets that nobody has claimed, and those the member has claimed whose opener wrote last. */
const ticketsToAnswer: Waiting = {
  id: 'tickets-to-answer',
  access: staff,
  featureSwitch: ticketsSwitch,
  changedBy: [anyRoom('discord', 'tickets.changed')],
  count: amongThose(
    () => sql<{ ownerId: number | null; claimedBy: number | null; count: number }>`
      select t.owner_id as "ownerId", t.claimed_by as "claimedBy", count(*)::integer as count from ${ticketRows}
      where t.claimed_by is null or t.waits_for_staff group by t.owner_id, t.claimed_by`,
    ({ userId }, { ownerId, claimedBy }) => ownerId !== userId && (claimedBy === null || claimedBy === userId),
  ),
  words: counted('ticket to answer', 'tickets to answer'),
  path: '/discord/tickets',
}
