import type { SupportMessage, SupportTicket } from '@tenfour/contract'
import { PREFIX } from '../features/community/support/support.labels.ts'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { INTENT } from './discord/intents.ts'
import { CHANNEL_TYPE, type Channel } from './discord/types.ts'
import { createTestDiscord } from './test-discord.ts'
import { startGuildPortal, type GuildPortal } from './test-guild.ts'
import { until, type Http } from './test-portal.ts'

/** A Discord server with a category for tickets and a channel in it. */
export function placeTickets(discord: FakeDiscord) {
  const { id: guildId } = discord.addGuild({ name: 'San Andreas' })
  const category = discord.addChannel(guildId, { name: 'Support', type: CHANNEL_TYPE.category })
  const help = discord.addChannel(guildId, { name: 'help', parentId: category.id, position: 1 })
  return { guildId, categoryId: category.id, helpId: help.id }
}

export type TicketPortal = GuildPortal & {
  readonly categoryId: string
  readonly helpId: string
  readonly staff: Http
  readonly read: (ticketId: number) => Promise<SupportTicket>
  readonly transcript: (ticketId: number) => Promise<SupportMessage[]>
}

/** A portal whose bot takes tickets in one Discord server. */
export async function startTicketPortal(): Promise<TicketPortal> {
  const discord = await createTestDiscord()
  const place = placeTickets(discord)
  const p = await startGuildPortal(discord, place.guildId)
  const staff = await p.t.as('staff')
  await p.setType(place.categoryId, 'TicketsCategory')
  await readsTickets(discord)
  return {
    ...p,
    ...place,
    staff,
    read: async (ticketId) => (await staff.get(`/api/support/tickets/${ticketId}`)).json<SupportTicket>(),
    transcript: async (ticketId) =>
      (await staff.get(`/api/support/tickets/${ticketId}/messages`)).json<{ items: SupportMessage[] }>().items,
  }
}

/** Waits until the bot has reconnected with the intent to read messages. */
export const readsTickets = ({ gateway }: FakeDiscord): Promise<void> =>
  until('the bot reads what is written', () => gateway.isOpen() && (gateway.intents & INTENT.messageContent) !== 0)

/** Fills in the form behind the button in the channel; returns the bot's answer. */
export async function fillIn(
  discord: FakeDiscord,
  channelId: string,
  userId: string,
  fields: { subject: string; text: string },
): Promise<string> {
  await until('the panel is there', () => discord.messages(channelId).length > 0)
  const [panel] = discord.messages(channelId)
  const { modal } = await discord.click(panel?.id ?? '', userId, `${PREFIX.open}:panel`)
  if (!modal) throw new Error('The button showed no form')
  const { reply } = await discord.submitModal(userId, `${PREFIX.open}:form`, fields)
  return reply?.content ?? ''
}

/** Opens a ticket and waits until its thread is there, with the opener in it. */
export async function openTicket(
  discord: FakeDiscord,
  channelId: string,
  userId: string,
  { subject = 'Lost my car', text = 'It was at Legion Square' } = {},
): Promise<{ ticketId: number; thread: Channel }> {
  const said = await fillIn(discord, channelId, userId, { subject, text })
  const ticketId = Number(/^Ticket (\d+) is being opened/.exec(said)?.[1])
  if (!ticketId) throw new Error(said)
  const name = `ticket-${String(ticketId).padStart(4, '0')}`
  const find = () => discord.threads(channelId).find((each) => each.name === name)
  await until(
    `the thread ${name} is there`,
    () => find()?.thread?.members.has(userId) === true && discord.messages(find()?.id ?? '').length > 0,
  )
  const thread = find()
  if (!thread) throw new Error('gone')
  return { ticketId, thread }
}
