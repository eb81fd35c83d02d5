import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { BOT_TOKEN, botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until } from '../../../testing/test-portal.ts'
import { makeFolder, readyAt, runPortal, type Run, type TestFolder } from '../../../testing/test-process.ts'
import { addDiscordMember, fillIn, openTicket, placeTickets, setType } from '../../../testing/test-support.ts'

let discord: FakeDiscord
let database: TestDatabase
let folder: TestFolder
const runs: Run[] = []
beforeEach(async () => {
  discord = await createTestDiscord()
  database = await createTestDatabase()
  folder = makeFolder()
})
afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
  await discord.close()
  await folder.remove()
})

const threadIds = async () =>
  (await sql<{ id: string | null }>`select thread_id as id from support_tickets`.execute(database.db)).rows.map(({ id }) => id)

test('a portal killed between creating the thread and noting it finds the thread again', { timeout: 60_000 }, async () => {
  const { guildId, helpId } = placeTickets(discord)
  const opener = addDiscordMember(discord, guildId, 'Rosa')
  const start = async () => {
    const env = {
      PORTAL_DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      DISCORD_BOT_TOKEN: BOT_TOKEN,
      DISCORD_API_URL: `${discord.url}/api`,
    }
    const run = runPortal(env)
    runs.push(run)
    await readyAt(run)
    return run
  }
  const known = () => sql`select from discord_channels where id = ${helpId}`.execute(database.db).then(({ rows }) => rows.length === 1)
  const first = await start()
  await until('the channel is known', known, 30_000)
  await sql`update discord_channels set type = 'TicketsCategory' where id = ${helpId}`.execute(database.db)
  await until('the commands are registered', () => discord.commands(guildId).some(({ name }) => name === 'ticket'))
  await discord.command(guildId, helpId, opener, 'ticket')
  await database.db.transaction().execute(async (tx) => {
    // Whoever notes the thread has to wait for this, so that it is killed before it has.
    await sql`lock table discord_posts in share mode`.execute(tx)
    await discord.submitModal(opener, 'ticket-open:form', { subject: 'Lost', text: 'My car' })
    await until('the thread is there', () => discord.threads(helpId).length === 1)
    first.child.kill('SIGKILL')
    await first.ended
  })
  expect(await threadIds()).toEqual([null])

  await start()
  await until('it is noted', async () => (await threadIds())[0] === discord.threads(helpId)[0]?.id, 30_000)
  await until('the opener is in it', () => discord.threads(helpId)[0]?.thread?.members.has(opener) === true)
  await until('and reads their words', () => discord.messages(discord.threads(helpId)[0]?.id ?? '').length === 1)
  expect(discord.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/threads'))).toHaveLength(1)
})

test('a thread of the same name from before, of a portal that is gone, is left alone', async () => {
  const { guildId, helpId, categoryId } = placeTickets(discord)
  const [early, late] = [addDiscordMember(discord, guildId, 'Early'), addDiscordMember(discord, guildId, 'Late')]
  const t = await startPortalWithBot(discord, { database })
  await botIs(t, 'connected')
  await setType(t, guildId, categoryId, 'TicketsCategory')
  const { thread } = await openTicket(discord, helpId, early)
  // As if the portal had been set up anew, an hour later.
  await sql`delete from support_tickets`.execute(database.db)
  await sql`alter table support_tickets alter column id restart, alter column opened_at set default now() + interval '1 hour'`.execute(
    database.db,
  )
  await fillIn(discord, helpId, late, { subject: 'Another', text: 'Matter' })
  await until('it has a thread of its own', async () => typeof (await threadIds())[0] === 'string')
  expect(await threadIds()).not.toEqual([thread.id])
  expect(thread.thread?.members.has(late)).toBe(false)
  expect(discord.threads(helpId).map(({ name }) => name)).toEqual(['ticket-0001', expect.stringMatching(/^ticket-0001-[a-z0-9]+$/)])
  await t.close()
})
