import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Instant } from '../values.ts'
import { UserId } from './users.ts'

/** The subjects of mails that the portal sends. */
export const MailKind = z.enum([
  'new-password',
  'confirm-address',
  'address-changed',
  'new-device',
  'confirm-application',
  'application-answered',
  'waiting',
])
export type MailKind = z.infer<typeof MailKind>

/** `failed`: the mail server refused it, or every try failed. `dropped`: it was over a limit and never tried. */
export const MailState = z.enum(['waiting', 'sent', 'failed', 'dropped'])
export type MailState = z.infer<typeof MailState>

/** A mail that waits, or that was sent or given up in the last 30 days. Neither its text nor its address is part of it. */
export const QueuedMail = z.object({
  mailId: z.string(),
  /** A kind that this version knows, or one of a newer portal. */
  kind: z.string(),
  state: MailState,
  /** Null for a mail to somebody who is no member. */
  member: z.object({ userId: UserId, name: z.string() }).nullable(),
  tries: z.int(),
  queuedAt: Instant,
  /** When it is tried next; null once it was sent or given up. */
  nextAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** The mail server's answer to the last try, without addresses, links and secrets. */
  answer: z.string().nullable(),
})
export type QueuedMail = z.infer<typeof QueuedMail>

export const MAX_LISTED_MAILS = 200

/** How many wait, and how many ended so in the last 24 hours. */
export const MailCounts = z.record(MailState, z.int())

export const MailOverview = z.object({
  /** The environment variables to set; with none missing, the portal sends mails. */
  missing: z.array(z.enum(['SMTP_URL', 'PORTAL_URL'])),
  /** The address of the mail server, without user and password. */
  server: z.string().nullable(),
  from: z.string().nullable(),
  counts: MailCounts,
  mails: z.array(QueuedMail),
})
export type MailOverview = z.infer<typeof MailOverview>

export const getMails = defineEndpoint({
  method: 'GET',
  path: '/api/mails',
  summary: `Whether the portal sends mails, and the last ${MAX_LISTED_MAILS} mails, newest first, without text and address`,
  access: admin,
  response: MailOverview,
})

/** `conflict` where the portal sends no mails. */
export const sendTestMail = defineEndpoint({
  method: 'POST',
  path: '/api/mails/test',
  summary: 'Send a mail to your own address at once, and see what the mail server answers; not queued',
  access: admin,
  response: z.object({
    isSent: z.boolean(),
    /** The mail server's own answer, without addresses, links and secrets. */
    answer: z.string(),
  }),
})
