import type { SupportMessage, SupportTicket } from '@tenfour/contract'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

/** As its thread in Discord is called. */
export const ticketNumber = (ticketId: number): string => `#${String(ticketId).padStart(4, '0')}`

/** The name in the portal if there is one, else the one in Discord. */
export const openerName = ({ opener: { name, member } }: Pick<SupportTicket, 'opener'>): string => member?.name ?? name

export function ticketState({ state, claimedBy }: SupportTicket, userId: number): { words: string; tone: StatusTone } {
  if (state === 'closed') return { words: 'Closed', tone: 'off' }
  if (!claimedBy) return { words: 'Not claimed', tone: 'warning' }
  return claimedBy.userId === userId
    ? { words: 'Claimed by you', tone: 'info' }
    : { words: `Claimed by ${claimedBy.name}`, tone: 'available' }
}

export const closedWords = ({ by, reason }: NonNullable<SupportTicket['closed']>): string =>
  [by === '' ? 'Closed' : `Closed by ${by}`, reason].filter(Boolean).join(': ')

/** '1 attachment, not copied'. */
export const attachmentWords = ({ attachments }: Pick<SupportMessage, 'attachments'>): string =>
  attachments === 0 ? '' : `${attachments} ${attachments === 1 ? 'attachment' : 'attachments'}, not copied`

export const messageCountWords = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`
