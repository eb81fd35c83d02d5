import { type Client, Events, type Interaction, MessageFlags } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../test-portal.ts'
import { createFakeDiscord, type FakeDiscord } from './fake-discord.ts'
import { connectClient } from './test-client.ts'
import type { Channel, Guild, User } from './types.ts'

let discord: FakeDiscord
let guild: Guild
let lobby: Channel
let anna: User
let client: Client<true>

beforeEach(async () => {
  discord = await createFakeDiscord()
  guild = discord.addGuild({ name: 'Los Santos' })
  lobby = discord.addChannel(guild.id, { name: 'lobby' })
  anna = discord.addUser({ username: 'anna', globalName: 'Anna' })
  discord.addMember(guild.id, anna.id)
  client = await connectClient(discord)
  await client.application.commands.set(
    [
      {
        name: 'whois',
        description: 'Who is this?',
        options: [{ type: 6, name: 'member', description: 'Whom', required: true }],
      },
      { name: 'ticket', description: 'Tickets', options: [{ type: 1, name: 'open', description: 'Open one' }] },
    ],
    guild.id,
  )
})

afterEach(async () => {
  await client.destroy()
  await discord.close()
  expect(discord.defects).toEqual([])
})

const answerWith = (answer: (interaction: Interaction) => Promise<unknown>): void =>
  void client.on(
    Events.InteractionCreate,
    (interaction) => void answer(interaction).catch((error: unknown) => client.emit(Events.Debug, String(error))),
  )

test('a command goes to the bot with the picked values, and its reply comes back', async () => {
  answerWith(async (interaction) => {
    if (!interaction.isChatInputCommand()) return
    const user = interaction.options.getUser('member', true)
    await interaction.reply({ content: `${user.displayName} in ${interaction.guild?.name}`, flags: MessageFlags.Ephemeral })
    await interaction.followUp('For all')
  })
  expect(discord.commands(guild.id).map(({ name }) => name)).toEqual(['whois', 'ticket'])
  const answer = await discord.command(guild.id, lobby.id, anna.id, 'whois', { member: anna.id })
  expect([answer.reply?.content, answer.isEphemeral]).toEqual(['Anna in Los Santos', true])
  await until('the follow-up', () => answer.followups.length === 1)
  expect(discord.messages(lobby.id).map(({ content }) => content)).toEqual(['For all'])
  await expect(discord.command(guild.id, lobby.id, anna.id, 'whois')).rejects.toThrow('needs the option member')
  await expect(discord.command(guild.id, lobby.id, anna.id, 'kick')).rejects.toThrow('No command /kick')
})

test('a deferred reply is waited for, and the token stops working', async () => {
  const seen: Interaction[] = []
  answerWith(async (interaction) => {
    if (!interaction.isChatInputCommand()) return
    seen.push(interaction)
    await interaction.deferReply()
    await interaction.editReply(`Subcommand ${interaction.options.getSubcommand()}`)
  })
  const { reply, isEphemeral } = await discord.command(guild.id, lobby.id, anna.id, 'ticket open')
  expect([reply?.content, isEphemeral]).toEqual(['Subcommand open', false])
  discord.expireInteractions()
  const [first] = seen
  if (!first?.isChatInputCommand()) throw new Error('No command came')
  await expect(first.editReply('Too late')).rejects.toMatchObject({ code: 50027 })
  await expect(client.rest.post(`/interactions/${first.id}/${first.token}/callback`, { body: { type: 5 } })).rejects.toMatchObject({
    code: 10062,
  })
})

test('a button opens a form, and the form is answered by changing the message', async () => {
  const button = { type: 2, style: 1, label: 'Open a ticket', custom_id: 'open' } as const
  const channel = client.channels.cache.get(lobby.id)
  if (!channel?.isSendable()) throw new Error('No channel')
  const { id } = await channel.send({ content: 'Need help?', components: [{ type: 1, components: [button] }] })
  answerWith(async (interaction) => {
    if (interaction.isButton())
      await interaction.showModal({
        custom_id: 'ticket',
        title: 'Ticket',
        components: [{ type: 1, components: [{ type: 4, custom_id: 'subject', label: 'Subject', style: 1, max_length: 20 }] }],
      })
    if (interaction.isModalSubmit() && interaction.isFromMessage())
      await interaction.update({ content: `Opened: ${interaction.fields.getTextInputValue('subject')}`, components: [] })
  })
  const { modal, reply } = await discord.click(id, anna.id, 'open')
  expect([modal?.title, reply]).toEqual(['Ticket', null])
  await expect(discord.submitModal(anna.id, 'ticket', { subject: 'x'.repeat(21) })).rejects.toThrow('takes 0 to 20')
  await discord.click(id, anna.id, 'open')
  await discord.submitModal(anna.id, 'ticket', { subject: 'Lost badge' })
  expect(discord.messages(lobby.id)).toMatchObject([{ content: 'Opened: Lost badge', components: [] }])
})

test('an interaction without an answer in time has failed', async () => {
  discord.setAnswerTime(20)
  await expect(discord.command(guild.id, lobby.id, anna.id, 'ticket open')).rejects.toThrow('The application did not respond')
})
