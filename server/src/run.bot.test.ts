import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeDiscord } from './testing/discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { botIs, botRow, BOT_TOKEN, createTestDiscord } from './testing/test-discord.ts'
import { makeFolder, readyAt, runCli, runPortal, type TestFolder } from './testing/test-process.ts'
import { until } from './testing/test-portal.ts'

let database: TestDatabase
let discord: FakeDiscord
let folder: TestFolder
beforeAll(async () => {
  database = await createTestDatabase()
  discord = await createTestDiscord()
  discord.addGuild({ name: 'San Andreas' })
  folder = makeFolder()
})
afterAll(async () => {
  await discord.close()
  await database.drop()
  await folder.remove()
})

/** Says on stderr when discord.js is loaded. */
const WATCH = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) { if (name === 'discord.js') process.stderr.write('LOADED\\n'); return next(name, context) } })`
const settings = () => ({
  DATABASE_URL: database.url,
  PORTAL_DATA_DIR: folder.path,
  DISCORD_API_URL: `${discord.url}/api`,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}`,
})
const KEYS = { PORTAL_HISTORY_KEY: 'h'.repeat(40), PORTAL_SECRETS_KEY: 's'.repeat(40) }

test('a portal without a token does not load discord.js; the separate bot process runs beside it until it is stopped', async () => {
  const portal = runPortal(settings())
  await readyAt(portal)
  const keys = () => database.db.selectFrom('api_keys').select('id').execute()
  const before = await keys()

  const bot = runCli(['bot'], { ...settings(), DISCORD_BOT_TOKEN: BOT_TOKEN })
  await bot.said(/The bot of Tenfour \S+ runs/)
  await botIs(database, 'connected')
  await until('the server is read', async () => (await database.db.selectFrom('discord_guilds').select('id').execute()).length === 1)
  expect(bot.stderr()).toContain('LOADED')
  expect(await keys()).toEqual(before)

  bot.child.kill('SIGTERM')
  expect(await bot.ended).toBe(0)
  expect(await botRow(database)).toMatchObject({ state: 'waiting', problem: expect.stringContaining('was stopped') })
  expect(discord.gateway.isOpen()).toBe(false)
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
  expect(portal.stderr()).toBe('')
})

test.each([
  ['no database', () => ({ DISCORD_BOT_TOKEN: BOT_TOKEN, ...KEYS }), 'needs DATABASE_URL'],
  ['no key', () => ({ DATABASE_URL: database.url, DISCORD_BOT_TOKEN: BOT_TOKEN }), 'PORTAL_HISTORY_KEY'],
  ['no key that opens a token', () => ({ DATABASE_URL: database.url, PORTAL_HISTORY_KEY: KEYS.PORTAL_HISTORY_KEY }), 'PORTAL_SECRETS_KEY'],
])('with %s the bot process prints one line with what it needs', async (_name, given, words) => {
  const { ended, stderr } = runCli(['bot'], { PORTAL_DATA_DIR: `${folder.path}/nothing`, ...given() })
  expect(await ended).toBe(1)
  expect(stderr()).toContain(words)
  expect(stderr().trim().split('\n')).toHaveLength(1)
})
