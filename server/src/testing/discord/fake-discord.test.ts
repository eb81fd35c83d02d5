import { type Client, Events, GatewayIntentBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../test-portal.ts'
import { createFakeDiscord, type FakeDiscord } from './fake-discord.ts'
import { clientOf, connectClient } from './test-client.ts'
import type { Guild } from './types.ts'

let discord: FakeDiscord
let guild: Guild
const clients: Client[] = []

const connect: typeof connectClient = async (...given) => {
  const client = await connectClient(...given)
  clients.push(client)
  return client
}

beforeEach(async () => {
  discord = await createFakeDiscord()
  guild = discord.addGuild({ name: 'Los Santos' })
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.destroy()))
  await discord.close()
  expect(discord.defects).toEqual([])
})

test('the client becomes ready, and knows only its own member', async () => {
  discord.addMember(guild.id, discord.addUser({ username: 'anna' }).id)
  const client = await connect(discord)
  expect(client.user.id).toBe(discord.botUserId)
  const seen = client.guilds.cache.get(guild.id)!
  expect([seen.name, seen.memberCount, [...seen.members.cache.keys()]]).toEqual(['Los Santos', 3, [discord.botUserId]])
  expect(seen.members.me?.permissions.has('ManageRoles')).toBe(true)
  expect((await client.application.fetch()).flags.has('GatewayGuildMembersLimited')).toBe(true)
  expect([discord.gateway.connections, discord.gateway.identifies]).toEqual([1, 1])
})

test('changes in Discord reach the client', async () => {
  const client = await connect(discord)
  const seen: string[] = []
  client.on(Events.GuildRoleCreate, (role) => seen.push(`role ${role.name}`))
  client.on(Events.GuildRoleUpdate, (_, role) => seen.push(`role now ${role.name}`))
  client.on(Events.GuildRoleDelete, (role) => seen.push(`no role ${role.name}`))
  client.on(Events.ChannelCreate, (channel) => seen.push(`channel ${channel.name}`))
  client.on(Events.ChannelUpdate, (_, channel) => seen.push(`channel now ${channel.isDMBased() ? '' : channel.name}`))
  client.on(Events.ChannelDelete, (channel) => seen.push(`no channel ${channel.isDMBased() ? '' : channel.name}`))
  client.on(Events.GuildMemberAdd, (member) => seen.push(`member ${member.displayName}`))
  client.on(Events.GuildMemberUpdate, (_, member) => seen.push(`member now ${member.displayName} ${member.roles.cache.size}`))
  client.on(Events.GuildMemberRemove, (member) => seen.push(`no member ${member.displayName}`))
  client.on(Events.GuildCreate, ({ name }) => seen.push(`guild ${name}`))
  client.on(Events.GuildDelete, ({ name }) => seen.push(`no guild ${name}`))

  const role = discord.addRole(guild.id, { name: 'Officer' })
  const channel = discord.addChannel(guild.id, { name: 'lobby' })
  const anna = discord.addUser({ username: 'anna', globalName: 'Anna' })
  discord.addMember(guild.id, anna.id)
  discord.changeMember(guild.id, anna.id, { nick: '1L-20 Anna', roles: [role.id] })
  discord.changeRole(guild.id, role.id, { name: 'Sergeant' })
  discord.changeChannel(channel.id, { name: 'briefing' })
  discord.deleteRole(guild.id, role.id)
  discord.deleteChannel(channel.id)
  discord.removeMember(guild.id, anna.id)
  const other = discord.addGuild({ name: 'Sandy Shores' })
  discord.removeBot(other.id)
  await until('all events', () => seen.length === 11)
  expect(seen).toEqual([
    'role Officer',
    'channel lobby',
    'member Anna',
    'member now 1L-20 Anna 2',
    'role now Sergeant',
    'channel now briefing',
    'no role Sergeant',
    'no channel briefing',
    'no member 1L-20 Anna',
    'guild Sandy Shores',
    'no guild Sandy Shores',
  ])
  await expect(client.rest.get(`/guilds/${other.id}`)).rejects.toMatchObject({ code: 50001, status: 403 })
})

test('events of members need their intent, and content of messages its own', async () => {
  const anna = discord.addUser({ username: 'anna' })
  discord.addMember(guild.id, anna.id)
  const lobby = discord.addChannel(guild.id, { name: 'lobby' })
  const client = await connect(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] })
  const seen: string[] = []
  client.on(Events.GuildMemberUpdate, () => seen.push('member'))
  client.on(Events.MessageCreate, ({ content }) => seen.push(content))
  discord.changeMember(guild.id, anna.id, { nick: 'Anna' })
  discord.say(lobby.id, anna.id, 'Good evening')
  discord.say(lobby.id, anna.id, `<@${discord.botUserId}> hello`)
  await until('both messages', () => seen.length === 2)
  expect(seen).toEqual(['', `<@${discord.botUserId}> hello`])
})

test('after a close with 4000 the client resumes, and missed events are replayed', async () => {
  const client = await connect(discord)
  const roles = client.guilds.cache.get(guild.id)!.roles.cache
  discord.gateway.close(4000)
  const role = discord.addRole(guild.id, { name: 'Officer' })
  await until('the role', () => roles.has(role.id))
  expect([discord.gateway.identifies, discord.gateway.resumes]).toEqual([1, 1])

  discord.gateway.reconnectOp()
  await until('another resume', () => discord.gateway.resumes === 2)
  discord.gateway.cut()
  await until('one more', () => discord.gateway.resumes === 3)
  expect(discord.gateway.identifies).toBe(1)
})

test('missing heartbeat acknowledgements make the client reconnect', async () => {
  discord.gateway.heartbeatMs = 60
  await connect(discord)
  await until('heartbeats', () => discord.gateway.heartbeats > 1)
  discord.gateway.silent(true)
  await until('a new connection', () => discord.gateway.connections > 1)
  discord.gateway.silent(false)
  await until('a resume', () => discord.gateway.resumes > 0 && discord.gateway.isOpen())
})

test('an invalid session makes the client identify again', async () => {
  const client = await connect(discord)
  discord.gateway.invalidSession(false)
  await until('another identify', () => discord.gateway.identifies === 2)
  const role = discord.addRole(guild.id, { name: 'Officer' })
  await until('the role', () => client.guilds.cache.get(guild.id)!.roles.cache.has(role.id))
})

test('a gateway that refuses connections is tried again', async () => {
  await connect(discord)
  discord.gateway.refuse(true)
  discord.gateway.close(4000)
  await until('closed', () => !discord.gateway.isOpen())
  discord.gateway.refuse(false)
  await until('open again', () => discord.gateway.isOpen())
})

test('2,000 members are fetched in chunks, and listed page by page', async () => {
  const users = Array.from({ length: 2000 }, (_, index) => discord.addUser({ username: `member-${index}` }))
  for (const { id } of users) discord.addMember(guild.id, id)
  const client = await connect(discord)
  const { members } = client.guilds.cache.get(guild.id)!
  expect(members.cache.size).toBe(1)
  const chunks: number[] = []
  client.on(Events.GuildMembersChunk, (chunk) => chunks.push(chunk.size))
  expect((await members.fetch()).size).toBe(2002)
  expect(chunks).toEqual([1000, 1000, 2])
  const page = await members.list({ limit: 1000, after: users[999]!.id })
  expect([page.size, page.firstKey()]).toEqual([1000, users[1000]!.id])
  expect((await members.search({ query: 'member-199', limit: 100 })).size).toBe(11)
  expect([...(await members.fetch({ query: 'member-1999', limit: 5 })).keys()]).toEqual([users[1999]!.id])
})

test('an intent that is not enabled closes with 4014, and members cannot be listed', async () => {
  discord.intents({ members: false })
  const refused = clientOf(discord)
  const closed = new Promise<number>((resolve) => refused.once(Events.ShardDisconnect, ({ code }) => resolve(code)))
  await expect(refused.login(discord.token)).rejects.toThrow('Used disallowed intents')
  expect(await closed).toBe(4014)
  await refused.destroy()

  const client = await connect(discord, { intents: [GatewayIntentBits.Guilds] })
  expect((await client.application.fetch()).flags.toArray()).toEqual(['GatewayMessageContentLimited'])
  await expect(client.guilds.cache.get(guild.id)!.members.list()).rejects.toMatchObject({ code: 50001 })
})

test('a wrong token is refused by REST, and by the gateway with 4004', async () => {
  const stranger = clientOf(discord)
  await expect(stranger.login('another-token')).rejects.toThrow('An invalid token was provided.')
  const client = await connect(discord)
  const closed = new Promise<number>((resolve) => client.once(Events.ShardDisconnect, ({ code }) => resolve(code)))
  discord.token = 'reset-token'
  discord.gateway.close(4000)
  expect(await closed).toBe(4004)
  await expect(client.users.fetch(guild.ownerId, { force: true })).rejects.toMatchObject({ status: 401 })
  await stranger.destroy()
})
