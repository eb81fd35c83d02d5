import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { forgetOldMembers, noteSilentBot } from './discord.repo.ts'

const ADMINISTRATOR = '8'
const WRITING = String((1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 16n))

let t: TestPortal
let admin: Http
let manager: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('discord_errands').execute()
  await t.db.deleteFrom('discord_guilds').execute()
  await t.db
    .insertInto('discord_guilds')
    .values({ id: '5', name: 'San Andreas', owner_id: '1', bot_permissions: ADMINISTRATOR, bot_position: 5 })
    .execute()
  await t.db
    .insertInto('discord_channels')
    .values([
      { id: '60', guild_id: '5', name: 'general', kind: 'text', bot_permissions: WRITING },
      { id: '61', guild_id: '5', name: 'Lounge', kind: 'voice', bot_permissions: WRITING },
      { id: '62', guild_id: '5', name: 'Support', kind: 'category', bot_permissions: WRITING },
    ])
    .execute()
  await t.db
    .insertInto('discord_roles')
    .values([
      { id: '5', guild_id: '5', name: '@everyone', position: 0 },
      { id: '50', guild_id: '5', name: 'LSPD', position: 2 },
      { id: '51', guild_id: '5', name: 'Owner', position: 4, permissions: ADMINISTRATOR },
      { id: '52', guild_id: '5', name: 'High', position: 6 },
      { id: '53', guild_id: '5', name: 'Booster', position: 1, is_managed: true },
    ])
    .execute()
})
const setRole = (http: Http, roleId: string, type: string, version = 1) => http.put(`/api/discord/roles/${roleId}/type`, { type, version })
const setChannel = (channelId: string, type: string | null, version = 1) =>
  manager.put(`/api/discord/channels/${channelId}/type`, { type, version })

test('a server is shown with its channels and roles, and why the bot can’t give a role', async () => {
  const { guild, roles, channels } = (await (await t.as('staff')).get('/api/discord/guilds/5')).json()
  expect(guild).toMatchObject({ guildId: '5', name: 'San Andreas', channelCount: 3, roleCount: 5, linkedCount: 0, leftAt: null })
  expect(channels).toHaveLength(3)
  expect(Object.fromEntries(roles.map(({ name, whyNot }: { name: string; whyNot: string | null }) => [name, whyNot]))).toEqual({
    '@everyone': 'everyone',
    LSPD: null,
    Owner: null,
    High: 'above',
    Booster: 'managed',
  })
  expect((await admin.get('/api/discord/guilds/404')).statusCode).toBe(404)
  expect((await admin.get('/api/discord/guilds/none')).json().field).toBe('guildId')
})

test('members with a linked account are counted', async () => {
  const { userId } = await t.addPerson()
  await t.db
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: '700', username: 'a', display_name: 'A', how: 'page' })
    .execute()
  await t.db
    .insertInto('discord_members')
    .values(['700', '701'].map((discord_id) => ({ guild_id: '5', discord_id, username: 'a', display_name: 'A', role_ids: ['50'] })))
    .execute()
  const { guild, roles } = (await admin.get('/api/discord/guilds/5')).json()
  expect(guild.linkedCount).toBe(1)
  expect(roles.find(({ name }: { name: string }) => name === 'LSPD').memberCount).toBe(2)
})

test('setting a type is told live and audited, and conflicts with an older version', async () => {
  const room = await watchRoom(t, (await t.person('staff')).token, 'discord', {})
  const saved = await setRole(manager, '50', 'POLICE')
  expect(saved.json()).toMatchObject({ roleId: '50', type: 'POLICE', version: 2 })
  expect((await setChannel('60', 'TicketsCategory')).json()).toMatchObject({
    type: 'TicketsCategory',
    missing: ['Create Private Threads', 'Send Messages in Threads', 'Manage Threads'],
  })
  expect(await room.received()).toMatchObject([
    { event: 'role.saved', payload: { roleId: '50', type: 'POLICE' } },
    { event: 'channel.saved', payload: { channelId: '60', type: 'TicketsCategory' } },
  ])
  expect((await setRole(manager, '50', 'SHERIFF')).statusCode).toBe(409)
  expect((await setChannel('60', null)).statusCode).toBe(409)
  const audit = await t.db.selectFrom('audit').selectAll().where('action', '=', 'discord.role-typed').executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ subject_id: '50', before: { name: 'LSPD', type: 'OTHER' }, after: { type: 'POLICE' } })
})

test('only admins decide what a powerful role stands for', async () => {
  const refused = await setRole(manager, '51', 'ADMIN')
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('only an admin')])
  expect((await setRole(admin, '51', 'ADMIN')).statusCode).toBe(200)
  expect((await setRole(manager, '51', 'OTHER', 2)).statusCode).toBe(403)
})

test('a channel of another kind, a deleted channel and an unknown channel are refused', async () => {
  expect((await setChannel('61', 'MemberLogs')).json()).toMatchObject({ code: 'invalid_input', field: 'type' })
  expect((await setChannel('62', 'MemberLogs')).json()).toMatchObject({ field: 'type' })
  expect((await setChannel('62', 'TicketsCategory')).statusCode).toBe(200)
  expect((await setChannel('60', 'Nonsense')).json().field).toBe('type')
  await t.db.updateTable('discord_channels').set({ gone_at: new Date() }).where('id', '=', '60').execute()
  expect((await setChannel('60', 'Text')).json().message).toBe('This channel was deleted in Discord')
  expect((await setChannel('999', 'Text')).statusCode).toBe(404)
  expect((await setRole(admin, '999', 'OTHER')).statusCode).toBe(404)
})

test('removing a server marks it, adds an errand to leave it and keeps its types', async () => {
  const room = await watchRoom(t, (await t.person('staff')).token, 'discord', {})
  await setRole(manager, '50', 'POLICE')
  expect((await manager.delete('/api/discord/guilds/5')).statusCode).toBe(403)
  expect((await admin.delete('/api/discord/guilds/5')).statusCode).toBe(200)
  expect((await admin.delete('/api/discord/guilds/5')).statusCode).toBe(404)
  expect((await room.received()).at(-1)).toMatchObject({ event: 'guild.saved', payload: { leftAt: expect.any(String) } })
  const { items } = (await admin.get('/api/discord/errands')).json()
  expect(items).toMatchObject([{ title: 'Leave San Andreas', state: 'waiting', attempts: 0 }])
  expect((await admin.get('/api/discord/guilds/5')).json().roles).toContainEqual(expect.objectContaining({ name: 'LSPD', type: 'POLICE' }))
})

test('a server that the bot has left is forgotten with its members, until the bot joins it again', async () => {
  await t.db.insertInto('discord_members').values({ guild_id: '5', discord_id: '70', username: 'u', display_name: 'U' }).execute()
  const forget = (http: Http) => http.post('/api/discord/guilds/5/forget', {})
  const shown = async () => (await admin.get('/api/discord')).json<{ guilds: unknown[] }>().guilds.length
  expect((await forget(admin)).json().message).toBe('The bot is in this Discord server: remove it first')
  await admin.delete('/api/discord/guilds/5')
  expect((await forget(manager)).statusCode).toBe(403)
  const room = await watchRoom(t, (await t.person('staff')).token, 'discord', {})
  expect([await shown(), (await forget(admin)).statusCode, await shown()]).toEqual([1, 200, 0])
  expect((await room.received()).at(-1)).toMatchObject({ event: 'guild.removed', payload: { guildId: '5' } })
  expect(await t.db.selectFrom('discord_members').select('discord_id').execute()).toEqual([])
  expect((await admin.get('/api/discord/guilds/5')).statusCode).toBe(404)
  await t.db.updateTable('discord_guilds').set({ left_at: null }).execute()
  expect(await shown(), 'invited again').toBe(1)
  await t.db
    .updateTable('discord_guilds')
    .set({ left_at: new Date(Date.now() + 1000) })
    .execute()
  expect(await shown(), 'and left again').toBe(1)
})

test('members of a server that the bot left a month ago are forgotten', async () => {
  await t.db.insertInto('discord_members').values({ guild_id: '5', discord_id: '70', username: 'u', display_name: 'U' }).execute()
  const members = () => t.db.selectFrom('discord_members').select('discord_id').execute()
  const leftDaysAgo = async (days: number) => {
    await t.db
      .updateTable('discord_guilds')
      .set({ left_at: new Date(Date.now() - days * 86_400_000) })
      .execute()
    await t.db.transaction().execute((tx) => forgetOldMembers(tx, 30))
    return (await members()).length
  }
  expect([await leftDaysAgo(29), await leftDaysAgo(31)]).toEqual([1, 0])
})

test('errands are listed by state, tried again and given up', async () => {
  const insert = (state: string, ended: boolean) =>
    t.db
      .insertInto('discord_errands')
      .values({ kind: 'guild.leave', queue: 'q', state, payload: JSON.stringify({ name: state }), ended_at: ended ? new Date() : null })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [failed, done, waiting, held] = [
    await insert('failed', true),
    await insert('done', true),
    await insert('waiting', false),
    await insert('held', false),
  ]
  // Only holders of DISCORD_ADMIN may remove a server, or drop the errand for it.
  const remover = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN', 'MANAGE_DISCORD'] })).token)
  for (const act of ['retry', 'drop']) expect((await manager.post(`/api/discord/errands/${failed.id}/${act}`, {})).statusCode).toBe(403)
  const list = async (state: string) => (await admin.get(`/api/discord/errands?state=${state}`)).json().items
  expect(await list('failed')).toMatchObject([{ errandId: failed.id, title: 'Leave failed' }])
  expect((await (await t.as('staff')).post(`/api/discord/errands/${failed.id}/retry`, {})).statusCode).toBe(403)
  expect((await remover.post(`/api/discord/errands/${failed.id}/retry`, {})).json()).toMatchObject({ state: 'waiting', endedAt: null })
  expect((await remover.post(`/api/discord/errands/${waiting.id}/drop`, {})).json()).toMatchObject({ state: 'dropped' })
  expect((await remover.post(`/api/discord/errands/${done.id}/retry`, {})).json()).toMatchObject({
    code: 'conflict',
    message: 'This job is already done',
  })
  expect((await remover.post(`/api/discord/errands/${held.id}/drop`, {})).statusCode).toBe(409)
  expect((await remover.post('/api/discord/errands/999999/drop', {})).statusCode).toBe(404)
  await t.db.updateTable('discord_errands').set({ started_at: new Date() }).where('id', '=', failed.id).execute()
  expect((await remover.post(`/api/discord/errands/${failed.id}/drop`, {})).json().message).toBe('This job is being done right now')
  expect((await admin.get('/api/discord')).json().jobs).toMatchObject({ waiting: 1, held: 0, failed: 0, doneToday: 1 })
})

test('the bot of a node that died is not shown as connected', async () => {
  await t.db
    .updateTable('discord_bot')
    .set({ state: 'connected', seen_at: new Date(Date.now() - 60_000) })
    .execute()
  expect((await admin.get('/api/discord')).json().bot).toMatchObject({
    state: 'waiting',
    problem: expect.stringContaining('No portal runs the bot'),
  })
  const silent = (hasToken: boolean) => t.db.transaction().execute((tx) => noteSilentBot(tx, hasToken))
  expect([await silent(true), await silent(true)]).toEqual([true, false])
  // The token was taken away while no portal ran.
  expect([await silent(false), await silent(false)]).toEqual([true, false])
  expect((await admin.get('/api/discord')).json().bot).toMatchObject({ state: 'off', problem: '' })
})
