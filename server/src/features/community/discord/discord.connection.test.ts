import type { DiscordCheck } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { BOT_TOKEN, CLIENT_SECRET, createTestDiscord } from '../../../testing/test-discord.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { createSealer } from '../../../platform/secrets/sealer.ts'
import { VERSION } from '../../../version.ts'
import { discordAgent } from './discord.credentials.ts'

let discord: FakeDiscord
let database: TestDatabase
let t: TestPortal
let admin: Http
beforeAll(async () => {
  discord = await createTestDiscord()
  database = await createTestDatabase()
  t = await startTestPortal({
    database,
    discord: { apiUrl: `${discord.url}/api`, siteUrl: 'https://discord.com' },
    portalUrl: 'https://portal.example',
  })
  admin = await t.as('admin')
})
afterAll(async () => {
  await t.close()
  await database.drop()
  await discord.close()
})
beforeEach(async () => {
  await t.db.updateTable('discord_connection').set({ token: null, client_id: null, client_secret: null, version: 1 }).execute()
  await t.db.deleteFrom('discord_guilds').execute()
})
const save = (body: object) => admin.put('/api/discord/connection', { version: 1, ...body })
const check = async (): Promise<Record<string, DiscordCheck>> =>
  Object.fromEntries((await admin.post('/api/discord/connection/check', {})).json<DiscordCheck[]>().map((each) => [each.key, each]))

test('entered secrets are stored sealed, are never returned, and are not in the audit', async () => {
  const saved = await save({ token: BOT_TOKEN, clientId: discord.clientId, clientSecret: CLIENT_SECRET })
  expect(saved.json()).toMatchObject({
    token: 'portal',
    clientId: discord.clientId,
    clientIdFrom: 'portal',
    clientSecret: 'portal',
    isUnreadable: false,
    redirectUrl: 'https://portal.example/login/discord',
    runsBot: false,
    changedBy: { name: 'The admin' },
    version: 2,
  })
  const invite = new URL(saved.json().inviteUrl)
  expect(`${invite.origin}${invite.pathname}`, 'browsers open this address, without a proxy for the API').toBe(
    'https://discord.com/oauth2/authorize',
  )
  expect(Object.fromEntries(invite.searchParams)).toMatchObject({ client_id: discord.clientId, scope: 'bot applications.commands' })
  const read = await admin.get('/api/discord/connection')
  const row = await t.db.selectFrom('discord_connection').selectAll().executeTakeFirstOrThrow()
  const audit = await t.db.selectFrom('audit').selectAll().where('action', '=', 'discord.connection-changed').executeTakeFirstOrThrow()
  expect(audit.after).toEqual({ token: 'set', clientId: 'set', clientSecret: 'set' })
  for (const text of [saved.body, read.body, JSON.stringify(audit), row.token?.toString('latin1'), row.client_secret?.toString('latin1')]) {
    expect(text).not.toContain(BOT_TOKEN)
    expect(text).not.toContain(CLIENT_SECRET)
  }
})

test('omitted fields stay, null removes a value, and a change by someone else is a conflict', async () => {
  await save({ token: BOT_TOKEN, clientId: '1234' })
  expect((await save({ clientId: null, version: 2 })).json()).toMatchObject({ token: 'portal', clientId: null, clientIdFrom: 'none' })
  const late = await save({ token: null, version: 2 })
  expect(late.statusCode).toBe(409)
  expect(late.json().message).toContain('has changed')
})

test.each([
  ['token', { token: 'short' }],
  ['token', { token: `${'x'.repeat(60)} y` }],
  ['clientId', { clientId: 'my application' }],
  ['clientSecret', { clientSecret: 'short' }],
])('a wrong %s is refused, naming the field', async (field, body) => {
  const { statusCode, json } = await save(body)
  expect([statusCode, json().field]).toEqual([400, field])
})

test('staff with DISCORD_ADMIN may connect, with MANAGE_DISCORD or without staff they may not', async () => {
  const as = async (roles: string[], permissions: ('DISCORD_ADMIN' | 'MANAGE_DISCORD')[]) =>
    (await t.http((await t.addPerson({ roles, permissions })).token).get('/api/discord/connection')).statusCode
  expect(await as(['Staff'], ['DISCORD_ADMIN'])).toBe(200)
  expect(await as(['Staff'], ['MANAGE_DISCORD'])).toBe(403)
  expect(await as([], ['DISCORD_ADMIN'])).toBe(403)
})

test('values from the environment can’t be changed on the portal', async () => {
  const fixed = await startTestPortal({
    database,
    discord: { apiUrl: `${discord.url}/api`, siteUrl: discord.url, token: BOT_TOKEN, clientId: '99' },
  })
  const http = fixed.http(await fixed.openSession((await t.person('admin')).userId))
  expect((await http.get('/api/discord/connection')).json()).toMatchObject({
    token: 'environment',
    clientId: '99',
    clientIdFrom: 'environment',
  })
  const refused = await http.put('/api/discord/connection', { token: BOT_TOKEN, version: 1 })
  expect(refused.json()).toMatchObject({
    code: 'invalid_input',
    field: 'token',
    message: 'The bot token is set by DISCORD_BOT_TOKEN: change it there',
  })
  expect((await http.put('/api/discord/connection', { clientSecret: CLIENT_SECRET, version: 1 })).statusCode).toBe(200)
  await fixed.close()
})

test('a value that was sealed with another key is reported, and stays as it is', async () => {
  const token = createSealer('the key of another portal, lost by now').seal('discord.token', BOT_TOKEN)
  await t.db.updateTable('discord_connection').set({ token }).execute()
  expect((await admin.get('/api/discord/connection')).json()).toMatchObject({ token: 'portal', isUnreadable: true })
  expect((await check())['token']).toMatchObject({ state: 'missing', fix: expect.stringContaining('secrets-key') })
  await save({ clientId: '1' })
  expect((await t.db.selectFrom('discord_connection').select('token').executeTakeFirst())?.token?.equals(token)).toBe(true)
})

test('the check names what is missing and how to fix it', async () => {
  expect(await check()).toMatchObject({ token: { state: 'missing' }, client: { state: 'missing' }, guilds: { state: 'missing' } })
  discord.intents({ members: false })
  await save({ token: BOT_TOKEN, clientId: discord.clientId, clientSecret: 'not-the-right-secret' })
  expect(await check()).toMatchObject({
    token: { state: 'ok' },
    'intent-members': { state: 'missing', fix: expect.stringContaining('Without it the bot does not see who joins') },
    client: { state: 'missing' },
    redirect: { state: 'unknown', fix: expect.stringContaining('https://portal.example/login/discord') },
  })
  discord.intents({ members: true })
  await save({ clientSecret: CLIENT_SECRET, clientId: '1', version: 2 })
  expect(await check()).toMatchObject({ 'intent-members': { state: 'ok' }, application: { state: 'missing' } })
  await save({ clientId: discord.clientId, version: 3 })
  expect(await check()).toMatchObject({ client: { state: 'ok' } })
  await save({ token: 'x'.repeat(60), version: 4 })
  expect(await check()).toMatchObject({ token: { state: 'missing', fix: expect.stringContaining('refuses') } })
})

test('Discord is told the product, its version and the address of the portal, if it has one', async () => {
  await save({ token: BOT_TOKEN, clientId: discord.clientId, clientSecret: CLIENT_SECRET })
  const { length: before } = discord.requests
  await check()
  expect([...new Set(discord.requests.slice(before).map(({ agent }) => agent))]).toEqual([
    `DiscordBot (https://portal.example, ${VERSION}) Tenfour/${VERSION}`,
  ])
  expect(discordAgent(undefined)).toBe(`DiscordBot (http://localhost, ${VERSION}) Tenfour/${VERSION}`)
})

test('the check asks for the intent for message content only where tickets are used', async () => {
  await save({ token: BOT_TOKEN })
  discord.intents({ messageContent: false })
  expect((await check())['intent-content']).toBeUndefined()
  await t.db.insertInto('discord_guilds').values({ id: '7', name: 'San Andreas', owner_id: '1', bot_position: 3 }).execute()
  await t.db
    .insertInto('discord_channels')
    .values({ id: '70', guild_id: '7', name: 'help', kind: 'text', type: 'TicketsCategory' })
    .execute()
  expect((await check())['intent-content']).toMatchObject({
    state: 'missing',
    fix: expect.stringContaining('transcripts of tickets have no text'),
  })
  discord.intents({ messageContent: true })
  expect((await check())['intent-content']).toMatchObject({ state: 'ok', fix: '' })
})

test('the check warns before Discord reviews the intents of an application with many users', async () => {
  await t.db.insertInto('discord_guilds').values({ id: '8', name: 'One', owner_id: '1', member_count: 6000 }).execute()
  expect((await check())['review']).toBeUndefined()
  await t.db.insertInto('discord_guilds').values({ id: '9', name: 'Two', owner_id: '1', member_count: 2000 }).execute()
  expect((await check())['review']).toMatchObject({
    state: 'warning',
    fix: expect.stringContaining('have 8,000 members. From 10,000 users'),
  })
})

test('the check tells if anyone can add the bot, and where redirects lead without an address of the portal', async () => {
  await save({ token: BOT_TOKEN, clientId: discord.clientId, clientSecret: CLIENT_SECRET })
  expect((await check())['public']).toMatchObject({ state: 'ok', fix: '' })
  discord.publicBot(true)
  expect((await check())['public']).toMatchObject({ state: 'missing', fix: expect.stringContaining('switch off Public Bot') })
  discord.publicBot(false)
  const nowhere = await startTestPortal({ database, discord: { apiUrl: `${discord.url}/api`, siteUrl: discord.url } })
  const http = nowhere.http(await nowhere.openSession((await t.person('admin')).userId))
  const checks = (await http.post('/api/discord/connection/check', {})).json<DiscordCheck[]>()
  expect(checks.find(({ key }) => key === 'redirect')?.fix).toContain('the address of this portal followed by /login/discord')
  await nowhere.close()
})

test('the check names the permissions that a server withholds, and roles that are too high', async () => {
  const sendOnly = String((1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 16n))
  await t.db
    .insertInto('discord_guilds')
    .values({ id: '5', name: 'San Andreas', owner_id: '1', bot_permissions: sendOnly, bot_position: 3 })
    .execute()
  await t.db
    .insertInto('discord_roles')
    .values([
      { id: '50', guild_id: '5', name: 'SAHP', position: 9, type: 'HIGHWAY' },
      { id: '51', guild_id: '5', name: 'Not ours', position: 9 },
      { id: '52', guild_id: '5', name: 'LSPD', position: 2, type: 'POLICE' },
    ])
    .execute()
  const found = await check()
  expect(found['permissions-5']).toMatchObject({ state: 'missing', title: 'Permissions in San Andreas' })
  expect(found['permissions-5']?.fix).toContain('Manage Roles, Manage Threads')
  expect(found['permissions-5']?.fix).not.toContain('Send Messages,')
  expect(found['order-5']).toMatchObject({ state: 'missing', fix: "In Server Settings, Roles, drag the bot's role above SAHP." })
})

test('the check tells that the owner of the bot needs two-factor authentication, where a server wants it', async () => {
  await save({ token: BOT_TOKEN })
  await t.db.insertInto('discord_guilds').values({ id: '4', name: 'San Andreas', owner_id: '1', bot_position: 3 }).execute()
  discord.ownerMfa(false)
  expect((await check())['mfa-4']).toBeUndefined()
  await t.db.updateTable('discord_guilds').set({ needs_mfa: true }).execute()
  expect((await check())['mfa-4']).toMatchObject({ state: 'missing', fix: expect.stringContaining('User Settings, My Account') })
  discord.ownerMfa(true)
  expect((await check())['mfa-4']).toMatchObject({ state: 'ok', fix: '' })
})

test('the check tells who does not see tickets, and who can’t write in them', async () => {
  await t.db.insertInto('discord_guilds').values({ id: '3', name: 'San Andreas', owner_id: '1', bot_position: 3 }).execute()
  await t.db.insertInto('discord_roles').values({ id: '30', guild_id: '3', name: 'Support' }).execute()
  const channel = (id: string, more: object) => ({ id, guild_id: '3', name: `help-${id}`, kind: 'text', ...more })
  await t.db
    .insertInto('discord_channels')
    .values([
      channel('31', { kind: 'category', type: 'TicketsCategory', everyone_permissions: '0' }),
      channel('32', { parent_id: '31', everyone_permissions: '0' }),
      channel('33', { type: 'TicketsCategory', everyone_permissions: String(1n << 38n) }),
      channel('34', { everyone_permissions: '0' }),
    ])
    .execute()
  expect(await check()).toMatchObject({
    'support-3': { state: 'warning', fix: expect.stringContaining('members with Manage Threads') },
    'threads-3': { state: 'warning', fix: expect.stringContaining('Send Messages in Threads in #help-32: who opens') },
  })
  await t.db.updateTable('discord_guilds').set({ support_role_id: '30' }).execute()
  expect((await check())['support-3']).toMatchObject({ state: 'missing', fix: expect.stringContaining('@mention this role') })
  await t.db.updateTable('discord_roles').set({ is_mentionable: true }).execute()
  await t.db
    .updateTable('discord_channels')
    .set({ everyone_permissions: String(1n << 38n) })
    .execute()
  const found = await check()
  expect([found['support-3']?.state, found['threads-3']]).toEqual(['ok', undefined])
})

test('the check names a role for patrol notices that nobody may mention, unless the bot may mention all', async () => {
  await t.db.insertInto('discord_guilds').values({ id: '6', name: 'San Andreas', owner_id: '1', bot_position: 3 }).execute()
  await t.db
    .insertInto('discord_roles')
    .values([
      { id: '60', guild_id: '6', name: 'Patrol ping', type: 'PATROL_NOTIFY' },
      { id: '61', guild_id: '6', name: 'Police', type: 'POLICE' },
      { id: '62', guild_id: '6', name: 'Old ping', type: 'PATROL_NOTIFY', gone_at: new Date() },
    ])
    .execute()
  expect((await check())['mention-6']).toEqual({
    key: 'mention-6',
    title: 'Patrol notices in San Andreas',
    state: 'missing',
    fix: 'They ping nobody. In Server Settings, Roles, open Patrol ping and switch on "Allow anyone to @mention this role".',
  })
  const setPermissions = (bot_permissions: string) => t.db.updateTable('discord_guilds').set({ bot_permissions }).execute()
  for (const bit of [17n, 3n]) {
    await setPermissions(String(1n << bit))
    expect((await check())['mention-6'], `bit ${bit}`).toBeUndefined()
  }
  await setPermissions('0')
  await t.db.updateTable('discord_roles').set({ is_mentionable: true }).where('id', '=', '60').execute()
  expect((await check())['mention-6']).toBeUndefined()
})

test('while Discord fails or cuts the connection, the check has unknown results', async () => {
  await save({ token: BOT_TOKEN, clientId: discord.clientId, clientSecret: CLIENT_SECRET })
  for (const fault of [{ status: 500 }, { reset: true }]) {
    const broken = discord.fail({ path: /./, ...fault })
    expect(await check()).toMatchObject({ token: { state: 'unknown' }, client: { state: 'unknown' } })
    broken.stop()
  }
})
