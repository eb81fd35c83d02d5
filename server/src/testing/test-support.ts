import { sql } from 'kysely'
import { PREFIX } from '../features/community/support/support.words.ts'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { CHANNEL_TYPE, type Channel } from './discord/types.ts'
import { until, type TestPortal } from './test-portal.ts'

/** A Discord server with a category for tickets and a channel in it. */
export function placeTickets(discord: FakeDiscord) {
  const { id: guildId } = discord.addGuild({ name: 'San Andreas' })
  const category = discord.addChannel(guildId, { name: 'Support', type: CHANNEL_TYPE.category })
  const help = discord.addChannel(guildId, { name: 'help', parentId: category.id, position: 1 })
  return { guildId, categoryId: category.id, helpId: help.id }
}

/** Says what a channel is used for, as soon as the portal knows it. */
export async function setType(t: TestPortal, guildId: string, channelId: string, type: string | null): Promise<void> {
  const admin = await t.as('admin')
  let version: number | undefined
  await until(`the channel ${channelId} is known`, async () => {
    const guild = await admin.get(`/api/discord/guilds/${guildId}`)
    if (guild.statusCode !== 200) return false
    version = guild
      .json<{ channels: { channelId: string; version: number }[] }>()
      .channels.find((each) => each.channelId === channelId)?.version
    return version !== undefined
  })
  const answer = await admin.put(`/api/discord/channels/${channelId}/type`, { type, version })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

export function addDiscordMember(discord: FakeDiscord, guildId: string, username: string): string {
  const { id } = discord.addUser({ username, globalName: username })
  discord.addMember(guildId, id)
  return id
}

export const link = (t: Pick<TestPortal, 'db'>, userId: number, discordId: string) =>
  sql`insert into discord_links (user_id, discord_id, username, display_name, how) values (${userId}, ${discordId}, 'x', 'x', 'page')`.execute(
    t.db,
  )

/** Fills in the form behind the button in the channel; what the bot answers. */
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
