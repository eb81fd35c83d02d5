import type { DiscordChannel, DiscordGuild, DiscordRole } from '@tenfour/contract'
import { setImmediate as tick } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHANNEL_TYPE, type Guild } from '../../../testing/discord/types.ts'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { createMirror } from './bot.mirror.ts'
import type { BotPart } from './bot.port.ts'

const MANY = 1200
const MANAGE_ROLES = 1n << 28n
const VIEW = 1n << 10n
const SEND = 1n << 11n

let discord: FakeDiscord
let t: TestPortal
let admin: Http
let guild: Guild
const heard: string[] = []
/** The channel whose messages are followed. */
let talkId = ''
let held: PromiseWithResolvers<void> | undefined
const part: BotPart = {
  memberChanged: async (_guildId, discordId, change) => void heard.push(`${change} ${discordId}`),
  guildRead: async (guildId) => void heard.push(`read ${guildId}`),
  threadDeleted: async (threadId) => void heard.push(`deleted ${threadId}`),
  needsContent: async () => true,
  messages: {
    follows: (channelId) => channelId === talkId,
    seen: async (_channelId, { text, isByPerson, editedAt }) => {
      await held?.promise
      heard.push(`${editedAt === null ? 'said' : 'edited'} ${text} ${isByPerson}`)
    },
    deleted: async (_channelId, messageIds) => void heard.push(`deleted ${messageIds.join(' ')}`),
    missed: async (channelId) => void heard.push(`missed ${channelId}`),
  },
}

beforeAll(async () => {
  discord = await createTestDiscord()
  guild = discord.addGuild({ name: 'San Andreas' })
  const crowd = discord.addRole(guild.id, { name: 'Crowd' })
  for (let i = 0; i < MANY; i += 1) {
    const { id } = discord.addUser({ username: `member${i}`, globalName: `Member ${i}` })
    discord.addMember(guild.id, id, { roles: i % 2 === 0 ? [crowd.id] : [] })
  }
  t = await startPortalWithBot(discord, { parts: [part] })
  admin = await t.as('admin')
  await botIs(t, 'connected')
  await until('all is read', () => heard.includes(`read ${guild.id}`), 30_000)
})
afterAll(async () => {
  await t.close()
  await discord.close()
})
beforeEach(() => void heard.splice(0))

const read = async (guildId = guild.id): Promise<{ guild: DiscordGuild; channels: DiscordChannel[]; roles: DiscordRole[] }> =>
  (await admin.get(`/api/discord/guilds/${guildId}`)).json()
const role = async (name: string) => (await read()).roles.find((each) => each.name === name)
const channel = async (name: string) => (await read()).channels.find((each) => each.name === name)

test('all members are read, in chunks, and counted per role', async () => {
  expect((await read()).guild.memberCount).toBe(guild.members.size)
  expect((await role('Crowd'))?.memberCount).toBe(MANY / 2)
  expect((await role('@everyone'))?.whyNot).toBe('everyone')
})

test('members who join, change and leave are written, features are told, and counts go out together', async () => {
  const room = await watchRoom(t, (await t.person('staff')).token, 'discord', {})
  const crowd = (await role('Crowd'))!
  const { id } = discord.addUser({ username: 'newcomer' })
  discord.addMember(guild.id, id)
  discord.changeMember(guild.id, id, { roles: [crowd.roleId] })
  await until('it was told', () => heard.includes(`changed ${id}`))
  expect(heard).toEqual([`joined ${id}`, `changed ${id}`])
  const row = await t.db.selectFrom('discord_members').selectAll().where('discord_id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'newcomer', role_ids: [crowd.roleId] })
  await until('the count went out', async () => (await room.received()).some(({ event }) => event === 'guild.saved'))
  expect((await role('Crowd'))?.memberCount).toBe(crowd.memberCount + 1)

  discord.removeMember(guild.id, id)
  await until('they left', () => heard.includes(`left ${id}`))
  expect((await role('Crowd'))?.memberCount).toBe(crowd.memberCount)
})

test('roles are created, changed and deleted; a role with a type is only marked', async () => {
  const made = discord.addRole(guild.id, { name: 'Trooper', permissions: MANAGE_ROLES })
  await until('it is there', async () => (await role('Trooper')) !== undefined)
  expect(await role('Trooper')).toMatchObject({ isPowerful: true, type: 'OTHER' })
  discord.changeRole(guild.id, made.id, { name: 'State Trooper', permissions: 0n })
  await until('it is renamed', async () => (await role('State Trooper')) !== undefined)
  const isMentionable = async () =>
    (await t.db.selectFrom('discord_roles').select('is_mentionable').where('id', '=', made.id).executeTakeFirst())?.is_mentionable
  expect(await isMentionable()).toBe(false)
  discord.changeRole(guild.id, made.id, { mentionable: true })
  await until('everyone may mention it', async () => (await isMentionable()) === true)
  const { version } = (await role('State Trooper'))!
  expect((await admin.put(`/api/discord/roles/${made.id}/type`, { type: 'HIGHWAY', version })).statusCode).toBe(200)
  discord.deleteRole(guild.id, made.id)
  await until('it is marked', async () => (await role('State Trooper'))?.isGone === true)

  const other = discord.addRole(guild.id, { name: 'Passing' })
  await until('it is there', async () => (await role('Passing')) !== undefined)
  discord.deleteRole(guild.id, other.id)
  await until('it is gone', async () => (await role('Passing')) === undefined)
})

test('channels are written with the bot’s permissions; a channel with a type is only marked when it is deleted', async () => {
  const made = discord.addChannel(guild.id, { name: 'logs' })
  await until('it is there', async () => (await channel('logs')) !== undefined)
  const typed = await admin.put(`/api/discord/channels/${made.id}/type`, { type: 'MemberLogs', version: 1 })
  expect(typed.json()).toMatchObject({ type: 'MemberLogs', missing: [] })
  discord.changeChannel(made.id, { overwrites: [{ id: guild.id, type: 0, allow: 0n, deny: VIEW | SEND }] })
  await until('it is out of reach', async () => ((await channel('logs'))?.missing.length ?? 0) > 0)
  expect((await channel('logs'))?.missing).toContain('View Channels')
  discord.changeChannel(made.id, { overwrites: [{ id: discord.botUserId, type: 1, allow: VIEW, deny: SEND }] })
  await until('writing is missing', async () => (await channel('logs'))?.missing.join() === 'Send Messages')
  discord.deleteChannel(made.id)
  await until('it is marked', async () => (await channel('logs'))?.isGone === true)
  const again = await admin.put(`/api/discord/channels/${made.id}/type`, { type: 'Text', version: 2 })
  expect(again.statusCode).toBe(409)

  discord.addChannel(guild.id, { name: 'lounge', type: CHANNEL_TYPE.voice })
  await until('it is there', async () => (await channel('lounge')) !== undefined)
  expect(await channel('lounge')).toMatchObject({ kind: 'voice' })
})

test('a server is renamed, and kept as left when the bot is removed from it', async () => {
  const other = discord.addGuild({ name: 'Blaine County' })
  await until('it is read', () => heard.includes(`read ${other.id}`))
  discord.changeGuild(other.id, { name: 'Blaine' })
  await until('it is renamed', async () => (await read(other.id)).guild.name === 'Blaine')
  discord.removeBot(other.id)
  await until('it is left', async () => (await read(other.id)).guild.leftAt !== null)
  discord.inviteBot(other.id)
  await until('it is back', async () => (await read(other.id)).guild.leftAt === null)
})

test('an outage of a server does not count as leaving', async () => {
  discord.setAvailable(guild.id, false)
  discord.setAvailable(guild.id, true)
  await until('it is read again', () => heard.includes(`read ${guild.id}`))
  expect((await read()).guild.leftAt).toBeNull()
})

describe('messages', () => {
  let userId: string
  beforeAll(async () => {
    talkId = discord.addChannel(guild.id, { name: 'talk' }).id
    userId = discord.addUser({ username: 'talker' }).id
    discord.addMember(guild.id, userId)
    await until('they joined', () => heard.includes(`joined ${userId}`))
  })

  test('are passed on to the features that follow the channel: written, edited, deleted one by one and together', async () => {
    const { id: elsewhere } = discord.addChannel(guild.id, { name: 'elsewhere' })
    discord.say(elsewhere, userId, 'Nobody listens')
    const said = ['Hello', 'Again', 'Bye'].map((text) => discord.say(talkId, userId, text).id)
    discord.editMessage(said[0]!, 'Hello you')
    discord.deleteMessage(said[0]!)
    discord.deleteMessages(talkId, said.slice(1))
    await until('all was told', () => heard.length >= 6)
    expect(heard).toEqual([
      'said Hello true',
      'said Again true',
      'said Bye true',
      'edited Hello you true',
      `deleted ${said[0]}`,
      `deleted ${said[1]} ${said[2]}`,
    ])
  })

  test('do not hold up changes of members', async () => {
    held = Promise.withResolvers()
    discord.say(talkId, userId, 'Slow')
    const { id } = discord.addUser({ username: 'quick' })
    discord.addMember(guild.id, id)
    await until('they joined', () => heard.includes(`joined ${id}`))
    expect(heard).not.toContain('said Slow true')
    held.resolve()
    await until('it was told', () => heard.includes('said Slow true'))
  })
})

test('more changes than features can handle make the bot read everything again', async () => {
  const onBroken = vi.fn<() => void>()
  const stuck = new Promise<void>(() => undefined)
  const mirror = createMirror({
    db: t.db,
    publish: () => undefined,
    log: { error: () => undefined } as unknown as FastifyBaseLogger,
    parts: [{ threadDeleted: () => stuck }],
    seesMembers: true,
    send: () => undefined,
    onBroken,
    onGuild: () => undefined,
  })
  for (let id = 1; id <= 20_000; id += 1) {
    mirror.take('THREAD_DELETE', { id: String(id) })
    if (id % 1000 === 0) await tick()
  }
  expect(onBroken).not.toHaveBeenCalled()
  mirror.take('THREAD_DELETE', { id: '20001' })
  await tick()
  expect(onBroken).toHaveBeenCalledOnce()
  mirror.close()
})

test('members who joined while the bot was away are told, but none of a server that is read for the first time', async () => {
  discord.gateway.refuse(true)
  discord.gateway.invalidSession(false)
  await botIs(t, 'waiting')
  const { id } = discord.addUser({ username: 'latecomer' })
  discord.addMember(guild.id, id)
  const other = discord.addGuild({ name: 'Another town' })
  discord.gateway.refuse(false)
  await until('all is read', () => [guild, other].every((each) => heard.includes(`read ${each.id}`)), 30_000)
  expect(heard.filter((each) => each.startsWith('joined'))).toEqual([`joined ${id}`])
})
