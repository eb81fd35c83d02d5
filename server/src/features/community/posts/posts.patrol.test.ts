import type { PatrolNotices } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostsPortal, type PostsPortal } from '../../../testing/test-posts.ts'
import { until, type Http } from '../../../testing/test-portal.ts'
import { INVITE_PERMISSIONS } from '../discord/discord.permissions.ts'

let p: PostsPortal
let staff: Http
let channelId: string
let roleId: string
let botRoleId: string
beforeAll(async () => {
  p = await startPostsPortal()
  staff = await p.t.as('staff')
  roleId = p.discord.addRole(p.guildId, { name: 'Patrol', mentionable: true }).id
  channelId = await p.channel('news', 'CommunityAnnouncements')
  // The permissions of the invite do not include Mention Everyone.
  botRoleId = p.discord.member(p.guildId, p.discord.botUserId).roles[0] ?? ''
  p.discord.changeRole(p.guildId, botRoleId, { permissions: BigInt(INVITE_PERMISSIONS) })
  await until('the mirror has the role', async () => {
    const { numUpdatedRows } = await p.t.db
      .updateTable('discord_roles')
      .set({ type: 'PATROL_NOTIFY' })
      .where('id', '=', roleId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
})
beforeEach(() => p.t.db.deleteFrom('discord_patrol_notices').execute())
afterAll(() => p.close())

const MENTION_EVERYONE = 1n << 17n
const path = '/api/discord/patrol-notice'
const preferences = '/api/discord/preferences'

test('a patrol notice pings the role for it and nobody else, once in 15 minutes', async () => {
  const server = await p.t.db.selectFrom('servers').select(['id', 'name']).orderBy('name').executeTakeFirstOrThrow()
  expect((await staff.get(path)).json()).toEqual({
    servers: expect.arrayContaining([{ serverId: server.id, name: server.name }]) as unknown,
    channels: [{ channelId, name: 'news', guildName: 'Our Town', pingsRole: 'Patrol', unmentionableRole: null }],
    last: null,
    nextAt: null,
  })
  const other = p.discord.addRole(p.guildId, { name: 'Others', mentionable: true }).id
  const body = { text: `At eight @everyone <@&${other}>`, channelIds: [channelId, channelId], serverId: server.id }
  const sent = await staff.post(path, body)
  expect(sent.statusCode, sent.body).toBe(200)
  expect(sent.json<PatrolNotices>()).toMatchObject({ last: { by: 'The staff' }, nextAt: expect.any(String) as string })
  await until('it is there', () => p.said(channelId).length === 1)
  expect(p.said(channelId)[0]).toBe(`<@&${roleId}> **Patrol on ${server.name}**, by The staff\nAt eight @everyone <@&${other}>`)
  expect(p.discord.messages(channelId)[0]).toMatchObject({ mentionEveryone: false, mentionRoles: [roleId], mentions: [] })

  const again = await staff.post(path, body)
  expect(again.statusCode).toBe(429)
  expect(again.json()).toMatchObject({ message: 'One patrol notice in 15 minutes: wait 15 minutes' })
})

test('a role that the bot may not mention is not shown as pinged', async () => {
  const channel = async () => (await staff.get(path)).json<PatrolNotices>().channels[0]
  p.discord.changeRole(p.guildId, roleId, { mentionable: false })
  await until('the page knows', async () => (await channel())?.unmentionableRole === 'Patrol')
  expect(await channel()).toMatchObject({ pingsRole: null })
  const before = p.said(channelId).length
  await staff.post(path, { text: 'At eight', channelIds: [channelId] })
  await until('it is there', () => p.said(channelId).length === before + 1)
  expect(p.discord.messages(channelId).at(-1)).toMatchObject({ mentionRoles: [] })

  await p.t.db.deleteFrom('discord_patrol_notices').execute()
  p.discord.changeRole(p.guildId, botRoleId, { permissions: BigInt(INVITE_PERMISSIONS) | MENTION_EVERYONE })
  await until('the page knows', async () => (await channel())?.pingsRole === 'Patrol')
  expect(await channel()).toMatchObject({ unmentionableRole: null })
  await staff.post(path, { text: 'At nine', channelIds: [channelId] })
  await until('it is there', () => p.said(channelId).length === before + 2)
  expect(p.discord.messages(channelId).at(-1)).toMatchObject({ mentionEveryone: false, mentionRoles: [roleId] })

  p.discord.changeRole(p.guildId, botRoleId, { permissions: BigInt(INVITE_PERMISSIONS) })
  await until('it pings nobody again', async () => (await channel())?.pingsRole === null)
  p.discord.changeRole(p.guildId, roleId, { mentionable: true })
  await until('it pings again', async () => (await channel())?.pingsRole === 'Patrol')
})

test('of two patrol notices at once, one is sent', async () => {
  const send = () => staff.post(path, { text: 'At eight', channelIds: [channelId] })
  expect((await Promise.all([send(), send(), send()])).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 429, 429,
  ])
})

test('members without the right and invalid input are refused', async () => {
  expect((await (await p.t.as('officer')).get(path)).statusCode).toBe(403)
  expect((await (await p.t.as('officer')).post(path, { text: 'At eight', channelIds: [channelId] })).statusCode).toBe(403)
  expect((await staff.post(path, { text: '', channelIds: [channelId] })).json()).toMatchObject({ field: 'text' })
  expect((await staff.post(path, { text: 'At eight', channelIds: [] })).json()).toMatchObject({
    field: 'channelIds',
    message: 'Choose a channel',
  })
  const logs = await p.channel('logs', 'MemberLogs')
  expect((await staff.post(path, { text: 'At eight', channelIds: [logs] })).json()).toMatchObject({ field: 'channelIds' })
  const nowhere = await staff.post(path, { text: 'At eight', channelIds: [channelId], serverId: 999_999 })
  expect(nowhere.json()).toMatchObject({ field: 'serverId' })
  expect((await staff.get(path)).json(), 'nothing refused counts').toMatchObject({ last: null, nextAt: null })
})

test('/patrol-notice sends a notice for members who may, and refuses others with a reason', async () => {
  await until('the command is there', () => p.discord.commands(p.guildId).some(({ name }) => name === 'patrol-notice'))
  const stranger = p.discord.addUser({ username: 'stranger' })
  p.discord.addMember(p.guildId, stranger.id, {})
  const use = async (discordId: string) =>
    (await p.discord.command(p.guildId, channelId, discordId, 'patrol-notice', { text: 'At nine' })).reply?.content
  expect(await use(stranger.id)).toContain('Link your account first')
  expect(await use(await p.link(await p.t.person('officer')))).toBe('Patrol notices are for staff and for dispatchers on duty.')
  const before = p.said(channelId).length
  const chief = await p.link(await p.t.person('staff'))
  expect(await use(chief)).toBe(`Your patrol notice is on its way to <#${channelId}>.`)
  await until('it is there', () => p.said(channelId).length === before + 1)
  expect(await use(chief)).toContain('One patrol notice in 15 minutes')

  await p.t.db.deleteFrom('discord_patrol_notices').execute()
  await p.t.db.updateTable('discord_roles').set({ is_mentionable: false }).where('id', '=', roleId).execute()
  expect(await use(chief)).toBe(
    `Your patrol notice is on its way to <#${channelId}>. It pings nobody: Discord does not let the bot mention Patrol.`,
  )
  await p.t.db.updateTable('discord_roles').set({ is_mentionable: true }).where('id', '=', roleId).execute()
})

test('a notice that could not be sent in time fails with a reason', async () => {
  // Waits for the notice of the last test, which would come first.
  await p.isQuiet()
  const before = p.said(channelId).length
  const broken = p.discord.fail({ method: 'POST', path: /\/messages/, status: 503 })
  expect((await staff.post(path, { text: 'At ten', channelIds: [channelId] })).statusCode).toBe(200)
  const waiting = () => p.t.db.selectFrom('discord_errands').selectAll().where('kind', '=', 'message.send').where('state', '=', 'waiting')
  await until('it waits', async () => ((await waiting().executeTakeFirst())?.attempts ?? 0) > 0)
  await sql`update discord_errands set payload = jsonb_set(payload, '{until}', '"2026-01-01T00:00:00.000Z"')
    where kind = 'message.send' and state = 'waiting'`.execute(p.t.db)
  broken.stop()
  await p.isQuiet()
  const { items } = (await staff.get('/api/discord/errands?state=failed')).json<{ items: readonly object[] }>()
  expect(items).toMatchObject([{ title: 'Send a message to #news', problem: 'The message was not sent in time, and is out of date now' }])
  expect(p.said(channelId)).toHaveLength(before)
})

test('a linked member chooses the role for themselves, and it follows', async () => {
  const person = await p.t.addPerson()
  const http = p.t.http(person.token)
  expect((await http.get(preferences)).json()).toEqual({
    sendsNotices: false,
    patrolNotify: false,
    sendsWaiting: false,
    hasPatrolRole: false,
  })
  const refused = await http.put(preferences, { sendsNotices: false, patrolNotify: true })
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([409, 'Link your Discord account first'])
  expect((await http.put(preferences, { sendsNotices: 'yes', patrolNotify: true })).json()).toMatchObject({ field: 'sendsNotices' })
  const discordId = await p.link(person)
  const admin = await p.t.as('admin')
  const { digest } = (await admin.get(`/api/discord/guilds/${p.guildId}/plan`)).json<{ digest: string }>()
  expect((await admin.post(`/api/discord/guilds/${p.guildId}/follow`, { digest })).statusCode).toBe(200)

  const has = () => p.discord.member(p.guildId, discordId).roles.includes(roleId)
  expect((await http.put(preferences, { sendsNotices: false, patrolNotify: true })).json()).toMatchObject({
    patrolNotify: true,
    hasPatrolRole: true,
  })
  await until('they have it', has)
  await p.isQuiet()
  await http.put(preferences, { sendsNotices: false, patrolNotify: false })
  await until('they no longer have it', () => !has())
})

test('nobody can choose a role with power for themselves', async () => {
  const person = await p.t.addPerson()
  await p.link(person)
  await p.t.http(person.token).put(preferences, { sendsNotices: false, patrolNotify: true })
  const entitled = () => p.t.db.selectFrom('entitled_roles').select('role_id').where('user_id', '=', person.userId).execute()
  const set = (permissions: string) => p.t.db.updateTable('discord_roles').set({ permissions }).where('id', '=', roleId).execute()
  expect(await entitled()).toEqual([{ role_id: roleId }])
  // Discord adds permissions from time to time, beyond what a number of SQL holds.
  await set((1n << 70n).toString())
  expect(await entitled()).toHaveLength(1)
  for (const bit of [1n, 3n, 28n, 40n]) {
    await set((1n << bit).toString())
    expect(await entitled(), `bit ${bit}`).toEqual([])
  }
})
