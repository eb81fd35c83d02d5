import type { SupportMessage, SupportTicket } from '@tenfour/contract'

const NOW = '2026-11-14T20:00:00.000Z'

export const ticketOf = (ticketId: number, over: Partial<SupportTicket> = {}): SupportTicket => ({
  ticketId,
  subject: 'Lost my car',
  state: 'open',
  opener: { name: 'rosa', discordId: null, member: { userId: 7, name: 'Rosa Delgado' } },
  openedAt: NOW,
  claimedBy: null,
  closed: null,
  messageCount: 2,
  lastMessageAt: NOW,
  threadUrl: 'https://discord.com/channels/1/2',
  problem: '',
  version: 4,
  ...over,
})

export const messageOf = (messageId: number, over: Partial<SupportMessage> = {}): SupportMessage => ({
  messageId,
  from: 'opener',
  name: 'rosa',
  text: `Message ${messageId}`,
  attachments: 0,
  at: NOW,
  editedAt: null,
  deletedAt: null,
  problem: '',
  ...over,
})
