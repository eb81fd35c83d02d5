import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { INTENT } from '../../../testing/discord/intents.ts'
import { createTestDatabase, withClient, type TestDatabase } from '../../../testing/test-database.ts'
import { botIs, botRow, BOT_TOKEN, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let discord: FakeDiscord
let database: TestDatabase
const portals: TestPortal[] = []
/** An admin, made by the first test. */
let userId: number
let broken: { readonly stop: () => void } | undefined
beforeAll(async () => {
  discord = await createTestDiscord()
  database = await createTestDatabase()
})
afterEach(async () => {
  broken?.stop()
  for (const portal of portals.splice(0)) await portal.close()
  discord.token = BOT_TOKEN
  discord.intents({ members: true, messageContent: true })
  discord.withhold({ members: false, messageContent: false })
  discord.gateway.refuse(false)
  discord.gateway.silent(false)
})
afterAll(async () => {
  await database.drop()
  await discord.close()
})
const start = async (options: Parameters<typeof startPortalWithBot>[1] = {}): Promise<TestPortal> => {
  const t = await startPortalWithBot(discord, { database, ...options })
  portals.push(t)
  return t
}
const problem = async () => (await botRow({ db: database.db })).problem
/** A connection that an earlier test left behind does not count. */
const nobodyIs = () => database.db.updateTable('discord_bot').set({ state: 'off' }).execute()

test('a token entered on the portal connects the bot, and the room sees server, channels and roles', async () => {
  const guild = discord.addGuild({ name: 'San Andreas Division' })
  discord.addRole(guild.id, { name: 'LSPD' })
  discord.addChannel(guild.id, { name: 'general' })
  const t = await start({ token: '' })
  const admin = await t.person('admin')
  userId = admin.userId
  const room = await watchRoom(t, admin.token, 'discord', {})
  expect(room.snapshot).toMatchObject({ bot: { state: 'off' }, guilds: [] })
  const http = await t.as('admin')
  expect((await http.get('/api/discord')).json()).toMatchObject({ isSetUp: false })

  const saved = await http.put('/api/discord/connection', { token: BOT_TOKEN, version: 1 })
  expect(saved.json()).toMatchObject({ token: 'portal', version: 2 })
  expect(saved.body).not.toContain(BOT_TOKEN)
  await botIs(t, 'connected')
  await until('the server is there', async () => (await http.get('/api/discord')).json().guilds.length === 1)
  const told = await room.received()
  expect(told.map(({ event }) => event)).toEqual(expect.arrayContaining(['bot.changed', 'guild.saved', 'channel.saved', 'role.saved']))
  const { channels, roles } = (await http.get(`/api/discord/guilds/${guild.id}`)).json()
  expect(channels).toContainEqual(expect.objectContaining({ name: 'general', kind: 'text', type: null }))
  expect(roles).toContainEqual(expect.objectContaining({ name: 'LSPD', type: 'OTHER', isGone: false }))

  await http.put('/api/discord/connection', { token: null, version: 2 })
  await botIs(t, 'off')
  await until('nobody is connected', () => !discord.gateway.isOpen())
})

test('a refused token is shown with what to do, and tried again later', async () => {
  await nobodyIs()
  discord.token = 'another'
  const t = await start()
  await botIs(t, 'refused')
  expect(await problem()).toContain('refuses the bot token')
  discord.token = BOT_TOKEN
  await botIs(t, 'connected')
  expect(await problem()).toBe('')
})

const asks = (intent: number) => (discord.gateway.intents & intent) !== 0
const needsContent = { needsContent: async () => true }

test('the bot does not ask for an intent that is switched off: it connects, says what does not work, and asks once it is granted', async () => {
  await nobodyIs()
  discord.intents({ members: false, messageContent: false })
  const { identifies } = discord.gateway
  const t = await start({ parts: [needsContent] })
  await botIs(t, 'connected')
  expect(discord.gateway.identifies).toBe(identifies + 1)
  expect([asks(INTENT.members), asks(INTENT.messageContent)]).toEqual([false, false])
  expect(await problem()).toContain('Discord withholds Server Members Intent: the bot does not see who joins')
  expect(await problem()).toContain('Discord withholds Message Content Intent: transcripts of tickets have no text')
  discord.intents({ members: true, messageContent: true })
  await until('nothing is withheld', async () => (await problem()) === '' && (await botRow(t)).state === 'connected')
  expect([asks(INTENT.members), asks(INTENT.messageContent)]).toEqual([true, true])
})

test('the bot asks for message content only once tickets are used', async () => {
  await nobodyIs()
  const { id: guildId } = discord.addGuild({ name: 'Later with tickets' })
  const channel = discord.addChannel(guildId, { name: 'help' })
  // It connects again at once: a wait as after trouble would outlast this test.
  const t = await start({ timing: { firstRetryMs: 600_000, maxRetryMs: 600_000 } })
  await botIs(t, 'connected')
  expect([asks(INTENT.members), asks(INTENT.messageContent)]).toEqual([true, false])
  await until('the channel is known', async () => {
    const { numUpdatedRows } = await t.db
      .updateTable('discord_channels')
      .set({ type: 'TicketsCategory' })
      .where('id', '=', channel.id)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
  await until('it asks for what is written', () => asks(INTENT.messageContent))
  await botIs(t, 'connected')
  expect(await problem()).toBe('')
  await t.db.updateTable('discord_channels').set({ type: null }).execute()
})

test('an intent that is needed later and withheld is shown, until nothing needs it', async () => {
  await nobodyIs()
  discord.intents({ messageContent: false })
  let isNeeded = false
  const { identifies } = discord.gateway
  const t = await start({ parts: [{ needsContent: async () => isNeeded }] })
  await botIs(t, 'connected')
  expect(await problem()).toBe('')
  isNeeded = true
  await until('it is told', async () => (await problem()).startsWith('Discord withholds Message Content Intent'))
  isNeeded = false
  await until('it is forgotten', async () => (await problem()) === '')
  expect(discord.gateway.identifies, 'without connecting again').toBe(identifies + 1)
})

test('roles work even if Discord refuses an intent that the application has', async () => {
  await nobodyIs()
  discord.withhold({ messageContent: true })
  const guild = discord.addGuild({ name: 'Refused content' })
  const t = await start({ parts: [needsContent] })
  await botIs(t, 'connected')
  expect([asks(INTENT.members), asks(INTENT.messageContent)]).toEqual([true, false])
  expect(await problem()).toMatch(/^Discord withholds Message Content Intent/)
  const { id } = discord.addUser({ username: 'newcomer' })
  discord.addMember(guild.id, id)
  await until('who joins is seen', async () => {
    const found = await t.db.selectFrom('discord_members').select('discord_id').where('discord_id', '=', id).executeTakeFirst()
    return found !== undefined
  })
})

test('without any privileged intent, servers and channels are still read, and members that were known stay', async () => {
  await nobodyIs()
  const guild = discord.addGuild({ name: 'No members' })
  const known = discord.addUser({ username: 'known' })
  discord.addMember(guild.id, known.id)
  const first = await start()
  const members = async () =>
    (await database.db.selectFrom('discord_members').selectAll().where('guild_id', '=', guild.id).execute()).length
  await until('the member is known', async () => (await members()) === 3)
  await first.close()
  portals.splice(portals.indexOf(first), 1)
  discord.withhold({ members: true, messageContent: true })
  const heard: string[] = []
  const t = await start({ parts: [needsContent, { guildRead: async (guildId) => void heard.push(guildId) }] })
  await botIs(t, 'connected')
  await until('the server was read', () => heard.includes(guild.id))
  const bot = discord.member(guild.id, discord.botUserId)
  discord.changeMember(guild.id, bot.userId, { nick: 'Ten four' })
  discord.addChannel(guild.id, { name: 'made meanwhile' })
  await until('the channel is known', async () => {
    const found = await t.db.selectFrom('discord_channels').select('id').where('name', '=', 'made meanwhile').executeTakeFirst()
    return found !== undefined
  })
  expect(await members()).toBe(3)
  const { member_count } = await t.db
    .selectFrom('discord_guilds')
    .select('member_count')
    .where('id', '=', guild.id)
    .executeTakeFirstOrThrow()
  expect(member_count).toBe(3)
})

test('a bot that signed in too often today waits, also after restarts, and other bots are not counted', async () => {
  await nobodyIs()
  const signedIn = (bot: string, at: Date) => Array.from({ length: 900 }, () => ({ bot, at }))
  const [ours = ''] = BOT_TOKEN.split('.')
  const now = new Date()
  await database.db.deleteFrom('discord_identifies').execute()
  await database.db
    .insertInto('discord_identifies')
    .values([...signedIn('another', now), ...signedIn(ours, now)])
    .execute()
  const { identifies } = discord.gateway
  const t = await start()
  await botIs(t, 'refused')
  expect(await problem()).toContain('signed in to Discord 900 times within a day')
  expect(discord.gateway.identifies).toBe(identifies)
  await database.db
    .updateTable('discord_identifies')
    .set({ at: new Date(now.getTime() - 86_400_001) })
    .where('bot', '=', ours)
    .execute()
  await botIs(t, 'connected')
  expect(discord.gateway.identifies).toBe(identifies + 1)
  expect(await t.db.selectFrom('discord_identifies').select('bot').where('bot', '=', ours).execute()).toHaveLength(1)
})

test('the status says so if Discord has no sign-in left for the bot today', async () => {
  await nobodyIs()
  const { remaining } = discord.gateway.sessionStarts
  discord.gateway.sessionStarts.remaining = 0
  const t = await start()
  await botIs(t, 'refused')
  expect(await problem()).toContain('within 24 hours')
  discord.gateway.sessionStarts.remaining = remaining
  await botIs(t, 'connected')
})

test('a connection that breaks is resumed, and nothing that happened meanwhile is missed', async () => {
  await nobodyIs()
  const guild = discord.addGuild({ name: 'Broken line' })
  const t = await start()
  await botIs(t, 'connected')
  const { identifies, resumes } = discord.gateway
  const has = async (name: string) =>
    (await t.db.selectFrom('discord_roles').select('id').where('name', '=', name).executeTakeFirst()) !== undefined
  await until('it is read', () => has('@everyone'))

  discord.gateway.close(4000)
  discord.addRole(guild.id, { name: 'Made meanwhile' })
  await until('it is resumed', () => discord.gateway.resumes > resumes)
  await until('the role is there', () => has('Made meanwhile'))
  expect(discord.gateway.identifies).toBe(identifies)
  await botIs(t, 'connected')

  discord.gateway.invalidSession(false)
  await until('it connects anew', () => discord.gateway.identifies > identifies)
  // The bot can only resume from an event that it has received.
  discord.addRole(guild.id, { name: 'Made afterwards' })
  await until('it has heard of that', () => has('Made afterwards'))
  discord.gateway.reconnectOp()
  await until('it resumes again', () => discord.gateway.resumes > resumes + 1)
  await botIs(t, 'connected')
})

test('a token that is reset while the bot is connected shows as refused', async () => {
  await nobodyIs()
  const t = await start()
  await botIs(t, 'connected')
  discord.token = 'reset'
  discord.gateway.close(4004)
  await botIs(t, 'refused')
})

test.each([
  ['answers 500', () => discord.fail({ path: /^\/gateway\/bot/, status: 500 })],
  ['answers with a page', () => discord.fail({ path: /^\/gateway\/bot/, status: 502, body: '<html>Bad gateway</html>' })],
  ['cuts the line', () => discord.fail({ path: /^\/gateway\/bot/, reset: true })],
  ['hangs', () => discord.fail({ path: /^\/gateway\/bot/, hang: true })],
  [
    'takes no connections',
    () => {
      discord.gateway.refuse(true)
      return { stop: () => discord.gateway.refuse(false) }
    },
  ],
])('while Discord %s, the bot waits, the portal works, and it connects once Discord is back', async (_name, breakIt) => {
  await nobodyIs()
  broken = breakIt()
  const t = await start({ timing: { readyMs: 700 } })
  await botIs(t, 'waiting')
  expect(await problem()).toContain('Discord does not answer')
  expect((await t.http(await t.openSession(userId)).get('/api/discord')).json()).toMatchObject({ isSetUp: true, bot: { state: 'waiting' } })
  broken.stop()
  await botIs(t, 'connected')
})

test('of two nodes one runs the bot, and the other takes over when it is closed or cut off', async () => {
  await nobodyIs()
  const first = await start()
  await botIs(first, 'connected')
  const { identifies } = discord.gateway
  const second = await start()
  // Long enough for the second node to have tried several times.
  await until('the second has looked', async () => {
    const { rows } = await withClient(database.url, (client) =>
      client.query(
        "select from pg_stat_activity where application_name = 'tenfour bot' and datname = current_database() and query like '%try_advisory%'",
      ),
    )
    return rows.length > 0
  })
  expect(discord.gateway.identifies).toBe(identifies)

  await first.close()
  portals.splice(portals.indexOf(first), 1)
  await until('the second has it', () => discord.gateway.identifies === identifies + 1)
  await botIs(second, 'connected')

  const third = await start()
  await withClient(database.url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7301450 and database = (select oid from pg_database where datname = current_database())",
    ),
  )
  await until('it was taken again', () => discord.gateway.identifies === identifies + 2)
  await botIs(third, 'connected')
})
