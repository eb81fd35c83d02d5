import { SUPPORT_OPEN } from '@tenfour/contract'
import { escapeText } from '../../../platform/discord-text.ts'
import type { Answer } from '../bot/bot.port.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'

/** Ids of buttons and forms: a prefix, a colon and the number of the ticket. */
export const PREFIX = { open: 'ticket-open', claim: 'ticket-claim', close: 'ticket-close' } as const

export const threadName = (ticketId: number): string => `ticket-${String(ticketId).padStart(4, '0')}`

const BLURPLE = 0x5865f2
const GREY = 0x80848e

export const PANEL: OutgoingMessage = {
  title: 'Need help?',
  text: [
    'Open a ticket to talk to staff in private. Only you and staff see it.',
    'Messages in a ticket are kept, and you can read them on the portal once your account is linked. Attachments are not kept.',
  ].join('\n'),
  color: BLURPLE,
  buttons: [{ id: `${PREFIX.open}:panel`, label: 'Open a ticket', style: 'primary' }],
}

const LINK = /(https?:\/\/[^\s<>]+)/
/** The text of a member, escaped, with its line breaks and with links that can be clicked. */
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(LINK)
        .map((part, index) => (index % 2 === 1 ? part : escapeWords(part)))
        .join(''),
    )
    .join('\n')
/** Escapes a part of a line. Spaces next to a link stay. */
const escapeWords = (part: string): string =>
  part.trim() === '' ? part : `${/^\s/.test(part) ? ' ' : ''}${escapeText(part)}${/\s$/.test(part) ? ' ' : ''}`

type Opening = {
  readonly ticketId: number
  readonly subject: string
  readonly openerName: string
  readonly text: string
  readonly claimedBy: string | null
  readonly closed: { readonly by: string; readonly reason: string } | null
  readonly supportRoleId: string | null
}

/** The first message in the thread. */
export function openingMessage({ ticketId, subject, openerName, text, claimedBy, closed, supportRoleId }: Opening): OutgoingMessage {
  const state = closed ? closedWords(closed) : claimedBy === null ? 'Nobody has claimed it yet.' : `Claimed by ${escapeText(claimedBy)}.`
  return {
    title: `Ticket ${ticketId}: ${escapeText(subject)}`,
    text: `**${escapeText(openerName)}** wrote:\n${quoted(text)}\n\n${state}`,
    color: closed ? GREY : BLURPLE,
    // Pinging the role adds its members to the thread when the message is sent; an edit pings nobody.
    ...(supportRoleId === null ? {} : { pingRoleId: supportRoleId }),
    buttons: closed
      ? []
      : [
          ...(claimedBy === null ? [{ id: `${PREFIX.claim}:${ticketId}`, label: 'Claim', style: 'primary' } as const] : []),
          { id: `${PREFIX.close}:${ticketId}`, label: 'Close', style: 'danger' },
        ],
  }
}

const closedWords = ({ by, reason }: { readonly by: string; readonly reason: string }): string =>
  `Closed${by === '' ? '' : ` by ${escapeText(by)}`}${reason === '' ? '.' : `: ${escapeText(reason)}`}`

/** A message that someone wrote on the portal. */
export const writtenMessage = (name: string, text: string): OutgoingMessage => ({ text: `**${escapeText(name)}:** ${quoted(text)}` })

export const openForm = (subjectLength: number, textLength: number): Answer => ({
  form: {
    id: `${PREFIX.open}:form`,
    title: 'Open a ticket',
    fields: [
      { id: 'subject', label: 'Subject', max: subjectLength },
      { id: 'text', label: 'What is it about?', max: textLength, isLong: true },
    ],
  },
})

export const closeForm = (ticketId: number, reasonLength: number): Answer => ({
  form: {
    id: `${PREFIX.close}:${ticketId}`,
    title: `Close ticket ${ticketId}`,
    fields: [{ id: 'reason', label: 'Reason', max: reasonLength, isLong: true, isOptional: true }],
  },
})

export const TOO_MANY_OPEN = `You have ${SUPPORT_OPEN} open tickets. Close one of them first.`
