import { ChannelType, type Client } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeDiscord, type FakeDiscord } from './fake-discord.ts'
import { PERMISSIONS } from './permissions.ts'
import { connectClient } from './test-client.ts'
import type { Guild, User } from './types.ts'

const AGENT = { 'user-agent': 'DiscordBot (https://example.com, 1.0)' }
let discord: FakeDiscord
let guild: Guild
let anna: User
let client: Client<true>

beforeEach(async () => {
  discord = await createFakeDiscord()
  guild = discord.addGuild({ name: 'Los Santos', botRolePosition: 10 })
  anna = discord.addUser({ username: 'anna' })
  discord.addMember(guild.id, anna.id)
  client = await connectClient(discord)
})

afterEach(async () => {
  await client.destroy()
  await discord.close()
  expect(discord.defects).toEqual([])
})

const memberOf = (userId: string) => client.guilds.cache.get(guild.id)!.members.fetch(userId)
const textChannel = async (id: string) => {
  const channel = await client.channels.fetch(id)
  if (channel?.type !== ChannelType.GuildText) throw new Error('No text channel')
  return channel
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: { readonly code?: unknown }) => error.code,
  )

test('a role is given and taken, with the reason and an event', async () => {
  const officer = discord.addRole(guild.id, { name: 'Officer', position: 5 })
  const member = await memberOf(anna.id)
  await member.roles.add(officer.id, 'Promoted by Zoë')
  expect(discord.member(guild.id, anna.id).roles).toEqual([officer.id])
  expect(discord.requests.at(-1)).toMatchObject({ method: 'PUT', status: 204, reason: 'Promoted by Zoë' })
  await member.roles.set([])
  expect(discord.member(guild.id, anna.id).roles).toEqual([])
})

test('the client keeps to the limits in the headers, and waits after an unexpected 429', async () => {
  discord.limits.set({ memberRoles: { limit: 3, perMs: 300 } })
  const roles = Array.from({ length: 8 }, (_, index) => discord.addRole(guild.id, { name: `Role ${index}` }))
  const member = await memberOf(anna.id)
  await Promise.all(roles.map(({ id }) => member.roles.add(id)))
  expect(discord.member(guild.id, anna.id).roles).toHaveLength(8)
  expect(discord.limits.refused).toBe(0)

  discord.limits.likeDiscord()
  await member.fetch(true)
  expect(discord.limits.refused).toBe(0)
  discord.limits.clear()
  discord.limits.exhaust('memberRoles', 200)
  await member.roles.remove(roles[0]!.id)
  expect(discord.limits.refused).toBe(1)
  expect(discord.requests.filter(({ method }) => method === 'DELETE').map(({ status }) => status)).toEqual([429, 204])

  const answer = await fetch(`${discord.url}/api/v10/users/@me`, { headers: { ...AGENT, authorization: `Bot ${discord.token}` } })
  expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(1000)
  discord.limits.exhaust('global', 1500)
  const refused = await fetch(`${discord.url}/api/v10/users/@me`, { headers: { ...AGENT, authorization: `Bot ${discord.token}` } })
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-ratelimit-global')]).toEqual([429, '2', 'true'])
  expect(await refused.json()).toMatchObject({ global: true, message: 'You are being rate limited.' })
})

test('a bot that opens many direct message channels at once is refused', async () => {
  discord.limits.set({ newDms: { limit: 2, perMs: 60_000 } })
  const open = (userId: string) => codeOf(client.rest.post('/users/@me/channels', { body: { recipient_id: userId } }))
  const [one, two, three] = ['one', 'two', 'three'].map((username) => discord.addUser({ username }).id)
  expect([await open(one!), await open(two!), await open(one!), await open(three!)]).toEqual(['done', 'done', 'done', 40003])
})

test('roles and names that the bot may not touch are refused as Discord does', async () => {
  const [high, managed] = [
    discord.addRole(guild.id, { name: 'Chief', position: 11 }),
    discord.addRole(guild.id, { name: 'Booster', managed: true }),
  ]
  const officer = discord.addRole(guild.id, { name: 'Officer', position: 5 })
  const put = (roleId: string, userId = anna.id) => codeOf(client.rest.put(`/guilds/${guild.id}/members/${userId}/roles/${roleId}`))
  const rename = (userId: string, nick: string) => codeOf(client.rest.patch(`/guilds/${guild.id}/members/${userId}`, { body: { nick } }))
  expect([await put(high.id), await put(managed.id), await put(guild.id)]).toEqual([50013, 50013, 10011])
  expect([await put('1191168914235588999'), await put(officer.id, '1191168914235588999')]).toEqual([10011, 10007])
  expect([await rename(anna.id, '1L-20 Anna'), await rename(guild.ownerId, 'Owner')]).toEqual(['done', 50013])
  expect(await rename(anna.id, 'x'.repeat(33))).toBe(50035)
  discord.changeMember(guild.id, anna.id, { roles: [high.id] })
  expect(await rename(anna.id, 'Anna')).toBe(50013)

  const own = discord.member(guild.id, discord.botUserId).roles[0]!
  discord.changeRole(guild.id, own, { permissions: PERMISSIONS.viewChannel })
  expect([await put(officer.id), await rename(anna.id, 'Anna')]).toEqual([50013, 50013])
})

test('errors come on demand', async () => {
  const fetchRoles = () => client.rest.get(`/guilds/${guild.id}/roles`)
  const requests = () => discord.requests.filter(({ path }) => path.endsWith('/roles')).map(({ status }) => status)
  discord.fail({ path: /roles$/, status: 500, times: 1 })
  await fetchRoles()
  expect(requests()).toEqual([500, 200])

  const proxy = discord.fail({ path: /roles$/, status: 502, body: '<html>Bad gateway</html>' })
  await expect(fetchRoles()).rejects.toMatchObject({ status: 502 })
  proxy.stop()
  discord.fail({ method: 'GET', path: /roles$/, status: 403, code: 50001, message: 'Missing Access', times: 1 })
  expect(await codeOf(fetchRoles())).toBe(50001)
  discord.fail({ path: /roles$/, reset: true, times: 1 })
  await fetchRoles()
  discord.fail({ path: /roles$/, drop: true, times: 1 })
  await expect(fetchRoles()).rejects.toThrow('other side closed')
  discord.fail({ path: /roles$/, delayMs: 20, times: 1 })
  await fetchRoles()
  discord.fail({ path: /roles$/, hang: true, times: 1 })
  await expect(client.rest.get(`/guilds/${guild.id}/roles`, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
})

test('an answer can be lost after the change was made', async () => {
  const officer = discord.addRole(guild.id, { name: 'Officer' })
  discord.fail({ method: 'PUT', path: /roles/, status: 500, after: true, times: 1 })
  await client.rest.put(`/guilds/${guild.id}/members/${anna.id}/roles/${officer.id}`)
  expect(discord.member(guild.id, anna.id).roles).toEqual([officer.id])
  expect(discord.requests.filter(({ method }) => method === 'PUT').map(({ status }) => status)).toEqual([500, 204])
})

test('pings follow from the text, allowed mentions and permissions', async () => {
  const patrol = discord.addRole(guild.id, { name: 'Patrol notify' })
  const lobby = discord.addChannel(guild.id, { name: 'lobby' })
  const channel = await textChannel(lobby.id)
  const content = `@everyone <@&${patrol.id}> <@${anna.id}>`
  const pings = async (allowedMentions?: object) => {
    const { id } = await channel.send({ content, ...(allowedMentions ? { allowedMentions } : {}) })
    const { mentionEveryone, mentionRoles, mentions } = discord.messages(lobby.id).find((message) => message.id === id)!
    return [mentionEveryone, mentionRoles, mentions]
  }
  expect(await pings()).toEqual([true, [patrol.id], [anna.id]])
  expect(await pings({ parse: [] })).toEqual([false, [], []])
  expect(await pings({ parse: [], roles: [patrol.id] })).toEqual([false, [patrol.id], []])
  const own = discord.member(guild.id, discord.botUserId).roles[0]!
  discord.changeRole(guild.id, own, { permissions: guild.roles.get(own)!.permissions & ~PERMISSIONS.mentionEveryone })
  expect(await pings()).toEqual([false, [], [anna.id]])
  discord.changeRole(guild.id, patrol.id, { mentionable: true })
  expect(await pings()).toEqual([false, [patrol.id], [anna.id]])
})

test('messages are sent, edited, pinned and deleted; a nonce keeps one from being sent twice', async () => {
  const lobby = discord.addChannel(guild.id, { name: 'lobby' })
  const channel = await textChannel(lobby.id)
  const once = { content: 'Patrol tonight', nonce: 'errand-1', enforceNonce: true }
  const [first, second] = [await channel.send(once), await channel.send(once)]
  expect(second.id).toBe(first.id)
  await first.edit({ content: 'Patrol at eight', embeds: [{ title: 'Patrol' }] })
  await first.pin()
  expect(discord.messages(lobby.id)).toMatchObject([{ content: 'Patrol at eight', embeds: [{ title: 'Patrol' }], pinned: true }])
  expect((await channel.messages.fetch({ limit: 10 })).size).toBe(1)
  await first.delete()
  expect(await codeOf(channel.messages.fetch(first.id))).toBe(10008)
  expect(await codeOf(channel.send('x'.repeat(2001)))).toBe(50035)
  expect(await codeOf(channel.send({ content: ' ' }))).toBe(50006)

  const { attachments } = await channel.send({ files: [{ name: 'transcript.txt', attachment: Buffer.from('Hällo') }] })
  expect(await (await fetch(attachments.first()!.url)).text()).toBe('Hällo')
})

test('channels that the bot cannot see are refused, but known', async () => {
  const secret = discord.addChannel(guild.id, { name: 'secret', overwrites: [{ id: guild.id, deny: PERMISSIONS.viewChannel }] })
  const silent = discord.addChannel(guild.id, { name: 'silent', overwrites: [{ id: discord.botUserId, deny: PERMISSIONS.sendMessages }] })
  const send = (id: string) => codeOf(client.rest.post(`/channels/${id}/messages`, { body: { content: 'Hello' } }))
  expect([await send(secret.id), await send(silent.id), await send('1191168914235588999')]).toEqual([50001, 50013, 10003])
  const own = discord.member(guild.id, discord.botUserId).roles[0]!
  discord.changeChannel(secret.id, {
    overwrites: [
      { id: guild.id, deny: PERMISSIONS.viewChannel },
      { id: own, allow: PERMISSIONS.viewChannel },
    ],
  })
  expect(await send(secret.id)).toBe('done')
  expect(await client.rest.get(`/guilds/${guild.id}/channels`)).toHaveLength(2)
})

test('a private thread is opened, joined, written in, and closed', async () => {
  const tickets = discord.addChannel(guild.id, { name: 'tickets' })
  const channel = await textChannel(tickets.id)
  const thread = await channel.threads.create({ name: 'Ticket 1', type: ChannelType.PrivateThread, invitable: false })
  await thread.members.add(anna.id)
  await thread.send('How can we help?')
  expect(() => discord.say(thread.id, guild.ownerId, 'I see all')).not.toThrow()
  expect([...discord.threads(tickets.id)[0]!.thread!.members]).toEqual([discord.botUserId, anna.id, guild.ownerId])
  expect((await thread.members.fetch()).size).toBe(3)
  await thread.edit({ archived: true, locked: true })
  expect(() => discord.say(thread.id, anna.id, 'Wait')).toThrow('locked')
  expect(await codeOf(thread.setName('Ticket one'))).toBe(50083)

  discord.changeChannel(tickets.id, { overwrites: [{ id: discord.botUserId, deny: PERMISSIONS.createPrivateThreads }] })
  expect(await codeOf(channel.threads.create({ name: 'Ticket 2', type: ChannelType.PrivateThread }))).toBe(50013)
})

test('a direct message needs a common guild and a user who accepts it', async () => {
  await client.users.send(anna.id, 'Your patrol starts soon')
  expect(discord.dms(anna.id)).toMatchObject([{ content: 'Your patrol starts soon' }])
  discord.setAcceptsDms(anna.id, false)
  expect(await codeOf(client.users.send(anna.id, 'Again'))).toBe(50007)
  const stranger = discord.addUser({ username: 'stranger' })
  expect(await codeOf(client.users.send(stranger.id, 'Hello'))).toBe(50278)
})

test.each([['node'], ['DiscordBot'], ['DiscordBot (https://example.com)']])(
  'a request with the user agent %s is refused',
  async (agent) => {
    const headers = { authorization: `Bot ${discord.token}`, 'user-agent': agent }
    const answer = await fetch(`${discord.url}/api/v10/users/@me`, { headers })
    expect([answer.status, await answer.json()]).toEqual([403, { message: 'internal network error', code: 40333 }])
  },
)
