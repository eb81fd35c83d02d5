import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { manageDiscord, Snowflake } from './discord.ts'
import { IdParam, Instant, LongIdParam, trimmed, Version } from '../values.ts'
import { ticketsSwitch } from './support.settings.ts'

/** Support tickets are opened in Discord, each in a private thread. The noun `tickets` is about others, which sign in to the portal from the game. */
export const SUPPORT_SUBJECT_LENGTH = 100
export const SUPPORT_TEXT_LENGTH = 1500
export const SUPPORT_REASON_LENGTH = 500
/** How many tickets one Discord account may have open at once, and open in an hour. */
export const SUPPORT_OPEN = 3
export const SUPPORT_AN_HOUR = 5
/** Messages kept of one ticket. Further ones stay in Discord alone. */
export const SUPPORT_MESSAGES = 2000
/** The beginning of the problem of a ticket whose thread could not be read. */
export const TRANSCRIPT_INCOMPLETE = 'The transcript may be incomplete: '
export const SUPPORT_MESSAGE_LENGTH = 4000
/** Messages on one page. */
export const SUPPORT_MESSAGES_PAGE = 100

const Person = z.object({ userId: z.int(), name: z.string() })

export const SupportTicket = z.object({
  ticketId: z.int(),
  subject: z.string(),
  state: z.enum(['open', 'closed']),
  /** The person who opened the ticket, with their name in Discord. `member` is null if they have no linked account on the portal. */
  /** The Discord account of someone without a linked account on the portal; null for members. */
  opener: z.object({ name: z.string(), discordId: z.string().nullable(), member: Person.nullable() }),
  openedAt: Instant,
  claimedBy: Person.nullable(),
  /** `by` is empty if nobody closed the ticket, because its thread was deleted. */
  closed: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
  messageCount: z.int(),
  lastMessageAt: Instant,
  /** The address of the thread in Discord; null until the thread exists. */
  threadUrl: z.string().nullable(),
  /** Why there is no thread, or why the transcript may be incomplete, in words; empty if nothing is wrong. */
  problem: z.string(),
  version: z.int(),
})
export type SupportTicket = z.infer<typeof SupportTicket>

export const SupportMessage = z.object({
  messageId: z.int(),
  /** Whether the person who opened the ticket wrote the message, or someone else. */
  from: z.enum(['opener', 'other']),
  name: z.string(),
  /** The text; empty once the message was deleted in Discord. */
  text: z.string(),
  /** The number of attachments, which are not copied. */
  attachments: z.int(),
  at: Instant,
  editedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
  /** Why the message did not reach Discord, in words. */
  problem: z.string(),
})
export type SupportMessage = z.infer<typeof SupportMessage>

const byTicket = z.object({ ticketId: IdParam })
/** The newest messages, or those before a message; oldest first. */
const Earlier = z.object({ before: LongIdParam.optional() })
const Messages = z.object({ items: z.array(SupportMessage), hasEarlier: z.boolean() })
const Close = z.object({ reason: trimmed(SUPPORT_REASON_LENGTH).default(''), version: Version })
const Write = z.object({ text: trimmed(SUPPORT_TEXT_LENGTH).min(1, 'Write something') })

export const listSupportTickets = defineEndpoint({
  method: 'GET',
  path: '/api/support/tickets',
  summary: 'Tickets from Discord: open ones, those claimed by oneself, or closed ones',
  access: staff,
  featureSwitch: ticketsSwitch,
  query: PageQuery.extend({ show: z.enum(['open', 'mine', 'closed']).default('open'), q: trimmed(100).optional() }),
  response: pageOf(SupportTicket),
})

export const getSupportTicket = defineEndpoint({
  method: 'GET',
  path: '/api/support/tickets/:ticketId',
  summary: 'A ticket',
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  response: SupportTicket,
})

export const listSupportMessages = defineEndpoint({
  method: 'GET',
  path: '/api/support/tickets/:ticketId/messages',
  summary: `Messages of a ticket, ${SUPPORT_MESSAGES_PAGE} at a time`,
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  query: Earlier,
  response: Messages,
})

export const claimSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/:ticketId/claim',
  summary: 'Take care of a ticket',
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: z.object({ version: Version }),
  response: SupportTicket,
})

export const releaseSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/:ticketId/release',
  summary: 'Leave a claimed ticket to others',
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: z.object({ version: Version }),
  response: SupportTicket,
})

export const closeSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/:ticketId/close',
  summary: 'Close a ticket; its thread is locked',
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: Close,
  response: SupportTicket,
})

export const writeInSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/:ticketId/messages',
  summary: "Write in a ticket's thread, under one's name",
  access: staff,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: Write,
  response: SupportMessage,
})

export const listOwnSupportTickets = defineEndpoint({
  method: 'GET',
  path: '/api/support/own',
  summary: "One's own tickets, open ones first",
  access: signedIn,
  featureSwitch: ticketsSwitch,
  query: PageQuery,
  response: pageOf(SupportTicket),
})

export const getOwnSupportTicket = defineEndpoint({
  method: 'GET',
  path: '/api/support/own/:ticketId',
  summary: "One of one's own tickets",
  access: signedIn,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  response: SupportTicket,
})

export const listOwnSupportMessages = defineEndpoint({
  method: 'GET',
  path: '/api/support/own/:ticketId/messages',
  summary: `Messages of one's own ticket, ${SUPPORT_MESSAGES_PAGE} at a time`,
  access: signedIn,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  query: Earlier,
  response: Messages,
})

export const closeOwnSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/own/:ticketId/close',
  summary: "Close one's own ticket",
  access: signedIn,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: Close,
  response: SupportTicket,
})

export const writeInOwnSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/own/:ticketId/messages',
  summary: "Write in one's own ticket from the portal",
  access: signedIn,
  featureSwitch: ticketsSwitch,
  params: byTicket,
  body: Write,
  response: SupportMessage,
})

export const SupportRole = z.object({
  guildId: z.string(),
  server: z.string(),
  /** The role that is mentioned in each new ticket of the server, which adds its members to the thread. */
  roleId: z.string().nullable(),
  /** The roles to choose from. */
  roles: z.array(z.object({ roleId: z.string(), name: z.string() })),
  /** Why the members of the role are not added, in words; empty if nothing is wrong. */
  problem: z.string(),
})
export type SupportRole = z.infer<typeof SupportRole>

export const listSupportRoles = defineEndpoint({
  method: 'GET',
  path: '/api/support/roles',
  summary: 'The role that takes care of tickets, of each Discord server',
  access: manageDiscord,
  featureSwitch: ticketsSwitch,
  response: z.array(SupportRole),
})

export const setSupportRole = defineEndpoint({
  method: 'PUT',
  path: '/api/support/roles/:guildId',
  summary: 'Choose the role that takes care of tickets in a Discord server',
  access: manageDiscord,
  featureSwitch: ticketsSwitch,
  params: z.object({ guildId: Snowflake }),
  body: z.object({ roleId: Snowflake.nullable() }),
  response: SupportRole,
})
