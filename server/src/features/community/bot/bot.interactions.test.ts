import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { Guild } from '../../../testing/discord/types.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import type { BotPart, CommandValues, DiscordCall } from './bot.port.ts'

let discord: FakeDiscord
let t: TestPortal
let guild: Guild
let channelId: string
let late = Promise.withResolvers<void>()
const seen: { call: DiscordCall; values: CommandValues }[] = []

const part: BotPart = {
  commands: [
    {
      name: 'echo',
      description: 'Says it again',
      options: [
        { name: 'times', description: 'How often', kind: 'number', isOptional: true, max: 9 },
        { name: 'words', description: 'What to say', kind: 'text', max: 100 },
        { name: 'to', description: 'To whom', kind: 'member', isOptional: true },
      ],
      run: async (call, values) => {
        seen.push({ call, values })
        return { text: `You said ${values['words']}`, buttons: [{ id: 'echo:again:1', label: 'Again' }] }
      },
    },
    {
      name: 'fail',
      description: 'Fails',
      options: [{ name: 'how', description: 'How', kind: 'text', choices: ['words', 'defect'] }],
      run: async (_call, { how }) => {
        throw how === 'words' ? new AppError('forbidden', 'Only for staff') : new Error('secret details')
      },
    },
    {
      name: 'slow',
      description: 'Takes its time',
      options: [{ name: 'openly', description: 'For all', kind: 'flag', isOptional: true }],
      run: async (_call, { openly }) => {
        await late.promise
        return { text: 'Finally @everyone', isPublic: openly === true }
      },
    },
    { name: 'long', description: 'Says a lot', run: async () => ({ text: 'x'.repeat(5000), isPublic: true }) },
    {
      name: 'form',
      description: 'Asks more',
      run: async () => ({ form: { id: 'echo:form', title: 'More', fields: [{ id: 'why', label: 'Why?', max: 50 }] } }),
    },
  ],
  buttons: [
    {
      prefix: 'echo',
      press: async ({ messageId }, rest) => ({ text: `Pressed ${rest} on ${messageId === null ? 'nothing' : 'a message'}` }),
    },
  ],
  forms: [{ prefix: 'echo', submit: async (_call, rest, { why }) => ({ text: `${rest} because ${why}` }) }],
}

beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas' })
  channelId = discord.addChannel(guild.id, { name: 'general' }).id
  t = await startPortalWithBot(discord, { parts: [part] })
  await botIs(t, 'connected')
  await until('commands are there', () => discord.commands(guild.id).some(({ name }) => name === 'echo'))
})
afterAll(async () => {
  late.resolve()
  await t.close()
  await discord.close()
})
const newMember = () => {
  const { id } = discord.addUser({ username: 'rdelgado', globalName: 'R. Delgado' })
  discord.addMember(guild.id, id, { nick: '1-L-12 R. Delgado' })
  return id
}
const command = (userId: string, name: string, options = {}) => discord.command(guild.id, channelId, userId, name, options)
const registrations = () => discord.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/commands')).length

test('a command reaches its feature with the caller and the values, and only the caller sees the answer', async () => {
  const userId = newMember()
  await t.db.updateTable('discord_channels').set({ type: 'Link' }).where('id', '=', channelId).execute()
  const answer = await command(userId, 'echo', { words: 'hello', to: userId })
  expect(answer).toMatchObject({ isEphemeral: true, reply: { content: 'You said hello' } })
  expect(seen.at(-1)).toEqual({
    call: {
      discordId: userId,
      username: 'rdelgado',
      displayName: '1-L-12 R. Delgado',
      guildId: guild.id,
      channelId,
      channelType: 'Link',
      messageId: null,
    },
    values: { words: 'hello', to: userId },
  })
  const pressed = await discord.click(answer.reply!.id, userId, 'echo:again:1')
  expect(pressed.reply?.content).toBe('Pressed again:1 on a message')
})

test('a form is shown, and its values arrive', async () => {
  const userId = newMember()
  const { modal } = await command(userId, 'form')
  expect(modal).toMatchObject({ custom_id: 'echo:form', title: 'More' })
  const { reply } = await discord.submitModal(userId, 'echo:form', { why: 'it helps' }, channelId)
  expect(reply?.content).toBe('form because it helps')
})

test('a refusal is answered with its message, and a defect without details', async () => {
  const userId = newMember()
  expect((await command(userId, 'fail', { how: 'words' })).reply?.content).toBe('Only for staff')
  expect((await command(userId, 'fail', { how: 'defect' })).reply?.content).toBe(
    'Something went wrong in the portal. Try again in a minute.',
  )
})

test('a slow answer is deferred first, and pings nobody even if it is public', async () => {
  for (const openly of [false, true]) {
    late = Promise.withResolvers()
    const asked = command(newMember(), 'slow', { openly })
    const isAnnounced = ({ path, body }: { path: string; body: unknown }) =>
      path.includes('/callback') && JSON.stringify(body).includes('"type":5')
    const before = discord.requests.filter(isAnnounced).length
    await until('it is announced', () => discord.requests.filter(isAnnounced).length > before)
    late.resolve()
    const { reply, isEphemeral } = await asked
    expect(isEphemeral).toBe(true)
    if (!openly) expect(reply).toMatchObject({ content: 'Finally @everyone', mentionEveryone: false })
  }
  const said = () => discord.messages(channelId).find(({ content }) => content === 'Finally @everyone')
  await until('all can read it', () => said() !== undefined)
  expect(said()).toMatchObject({ mentionEveryone: false, ephemeralFor: null })
})

test('an answer is cut to the length that Discord takes', async () => {
  const { reply, isEphemeral } = await command(newMember(), 'long')
  expect(reply?.content).toHaveLength(2000)
  expect(isEphemeral).toBe(false)
})

test('a caller who asks too often has to wait, and others don’t', async () => {
  const userId = newMember()
  for (let i = 0; i < 20; i += 1) await command(userId, 'echo', { words: `${i}` })
  expect((await command(userId, 'echo', { words: 'more' })).reply?.content).toContain('Try again in a minute')
  expect((await command(newMember(), 'echo', { words: 'mine' })).reply?.content).toBe('You said mine')
})

test('commands are registered once per server, again only if they changed, with required options first', async () => {
  expect(
    discord
      .commands(guild.id)
      .find(({ name }) => name === 'echo')
      ?.options?.map(({ name }) => name),
  ).toEqual(['words', 'times', 'to'])
  const before = registrations()
  discord.gateway.invalidSession(false)
  await until('it connected anew', () => discord.gateway.identifies > 1)
  const other = discord.addGuild({ name: 'Blaine' })
  await until('the other has them', () => discord.commands(other.id).length > 0)
  expect(registrations()).toBe(before + 1)
})
