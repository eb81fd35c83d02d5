import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { Guild } from '../../../testing/discord/types.ts'
import { BOT_TOKEN, createTestDiscord } from '../../../testing/test-discord.ts'
import { until } from '../../../testing/test-portal.ts'
import { createDiscordActions, type DiscordActions } from '../errands/errands.port.ts'
import { openRest } from './bot.rest.ts'

let discord: FakeDiscord
let rest: Awaited<ReturnType<typeof openRest>>
let actions: DiscordActions
let guild: Guild
let channelId: string
beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas' })
  channelId = discord.addChannel(guild.id, { name: 'general' }).id
  rest = await openRest({ token: BOT_TOKEN, apiUrl: `${discord.url}/api`, timeoutMs: 1000, onLimited: () => undefined })
  actions = createDiscordActions(rest, () => discord.botUserId)
})
afterAll(async () => {
  rest.close()
  await discord.close()
})
const newMember = () => {
  const { id } = discord.addUser({ username: 'someone' })
  discord.addMember(guild.id, id)
  return id
}

test('a message pings the one role it names and nobody else, and is sent once however often it is tried', async () => {
  const { id: roleId } = discord.addRole(guild.id, { name: 'Patrol', permissions: 0n })
  const text = `@everyone <@&${roleId}> <@&1> <@${newMember()}>`
  const { messageId } = await actions.sendMessage(channelId, { text, pingRoleId: roleId }, 'nonce-1')
  expect(await actions.sendMessage(channelId, { text, pingRoleId: roleId }, 'nonce-1')).toEqual({ messageId })
  expect(discord.messages(channelId)).toHaveLength(1)
  const { allowedMentions, mentionEveryone, mentions } = discord.messages(channelId)[0]!
  expect(allowedMentions).toMatchObject({ parse: [], roles: [roleId] })
  expect([mentionEveryone, mentions]).toEqual([false, []])

  const buttons = Array.from({ length: 6 }, (_, i) => ({ id: `b:${i}`, label: `${i}` }))
  await actions.editMessage(channelId, messageId, { title: 'Title', text: 'x'.repeat(5000), buttons })
  const [edited] = discord.messages(channelId)
  expect(edited?.content).toBe('')
  expect(edited?.components).toHaveLength(2)
  await actions.deleteMessage(channelId, messageId)
  await actions.deleteMessage(channelId, messageId)
  expect(discord.messages(channelId)).toEqual([])
})

test('a channel is read from its beginning, a hundred messages at a time, oldest first', async () => {
  const { id } = discord.addChannel(guild.id, { name: 'busy' })
  const userId = newMember()
  for (let i = 1; i <= 130; i += 1) discord.say(id, userId, `Number ${i}`)
  await actions.sendMessage(id, { text: 'From the bot' }, 'nonce-read')
  discord.editMessage(discord.messages(id)[0]!.id, 'Number one')
  const first = await actions.readMessages(id, '0')
  expect([first.messages.length, first.hasMore]).toEqual([100, true])
  expect(first.messages[0]).toMatchObject({ discordId: userId, text: 'Number one', isByPerson: true, editedAt: expect.any(Date) })
  const rest = await actions.readMessages(id, first.messages.at(-1)!.messageId)
  expect([rest.messages.length, rest.hasMore]).toEqual([31, false])
  expect(rest.messages[0]).toMatchObject({ text: 'Number 101', editedAt: null })
  expect(rest.messages.at(-1)).toMatchObject({ text: 'From the bot', isByPerson: false })
})

test('a thread of the same name is found again instead of a second one', async () => {
  const { threadId } = await actions.openThread(channelId, 'ticket-12')
  expect(await actions.openThread(channelId, 'ticket-12')).toEqual({ threadId })
  const justStarted = createDiscordActions(rest, () => undefined)
  expect(await justStarted.openThread(channelId, 'ticket-12')).toEqual({ threadId })
  const userId = newMember()
  await actions.addToThread(threadId, userId)
  await actions.addToThread(threadId, userId)
  expect(await actions.isThreadClosed(threadId)).toBe(false)
  await actions.closeThread(threadId)
  await actions.closeThread(threadId)
  expect(await actions.isThreadClosed(threadId)).toBe(true)
  expect(await actions.openThread(channelId, 'ticket-12')).toEqual({ threadId })
  expect(discord.threads(channelId)).toHaveLength(1)
  expect(discord.channel(threadId).thread).toMatchObject({ archived: true, locked: true })
})

test('a nickname is set and removed, and the owner can’t be renamed', async () => {
  const userId = newMember()
  await actions.setNickname(guild.id, userId, '1-L-12 R. Delgado', 'A test')
  expect(discord.member(guild.id, userId).nick).toBe('1-L-12 R. Delgado')
  expect(discord.requests.at(-1)?.reason).toBe('A test')
  await actions.setNickname(guild.id, userId, null, 'A test')
  expect(discord.member(guild.id, userId).nick).toBeNull()
  await expect(actions.setNickname(guild.id, guild.ownerId, 'X', 'A test')).rejects.toMatchObject({ kind: 'denied', code: 50_013 })
})

test('members who take no direct messages, or are not in the server, are told apart from trouble of Discord', async () => {
  const userId = newMember()
  await actions.sendDirect(userId, { text: 'Hello' }, 'nonce-2')
  expect(discord.dms(userId)).toHaveLength(1)
  discord.setAcceptsDms(userId, false)
  await expect(actions.sendDirect(userId, { text: 'Again' }, 'nonce-3')).rejects.toMatchObject({ kind: 'gone', code: 50_007 })
  const stranger = discord.addUser({ username: 'stranger' }).id
  const { id: roleId } = discord.addRole(guild.id, { name: 'Any' })
  await expect(actions.giveRole(guild.id, stranger, roleId, 'A test')).rejects.toMatchObject({ kind: 'gone', code: 10_007 })
  discord.fail({ path: /\/users\/@me\/channels/, hang: true, times: 1 })
  await expect(actions.sendDirect(userId, { text: 'Hello' }, 'nonce-4')).rejects.toMatchObject({
    kind: 'later',
    message: 'Discord does not answer',
  })
})

test('leaving a server that the bot has already left succeeds', async () => {
  const other = discord.addGuild({ name: 'Blaine' })
  await actions.leaveGuild(other.id)
  await actions.leaveGuild(other.id)
  expect(discord.guild(other.id).hasBot).toBe(false)
})

test('errors contain nothing of the request, because they may be logged', async () => {
  discord.fail({
    path: /\/messages$/,
    status: 400,
    body: { message: 'Invalid Form Body', code: 50_035, errors: { content: { _errors: [{ message: 'Too long' }] } } },
    times: 1,
  })
  const error: unknown = await actions.sendMessage(channelId, { text: 'private words' }, 'nonce-5').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'invalid', message: 'Discord refused: Invalid Form Body: Too long' })
  expect(JSON.stringify(error)).not.toContain('private words')
})

test('when another node takes over the bot, calls under way are given up, and no further ones are made', async () => {
  const lost = await openRest({ token: BOT_TOKEN, apiUrl: `${discord.url}/api`, timeoutMs: 60_000, onLimited: () => undefined })
  const hanging = discord.fail({ path: /^\/users\/@me$/, hang: true })
  const before = discord.requests.length
  const asked = lost.get('/users/@me').catch((error: unknown) => error)
  await until('Discord was asked', () => discord.requests.length > before)
  lost.close()
  expect(await asked).toBeInstanceOf(Error)
  hanging.stop()
  await expect(lost.get('/users/@me')).rejects.toThrow('The bot has ended')
})
