import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import type { TestDatabase } from '../../../testing/test-database.ts'
import { preparePortalProcesses, type PortalProcesses } from '../../../testing/test-discord-process.ts'
import { botIs, startPortalWithBot } from '../../../testing/test-discord.ts'
import { addDiscordMember, setType } from '../../../testing/test-guild.ts'
import { until } from '../../../testing/test-portal.ts'
import { fillIn, openTicket, placeTickets, readsTickets } from '../../../testing/test-support.ts'

let portals: PortalProcesses
let discord: FakeDiscord
let database: TestDatabase
beforeEach(async () => {
  portals = await preparePortalProcesses()
  ;({ discord, database } = portals)
})
afterEach(() => portals.close())

const threadIds = async () =>
  (await sql<{ id: string | null }>`select thread_id as id from support_tickets`.execute(database.db)).rows.map(({ id }) => id)

test('a portal killed between creating the thread and noting it finds the thread again', { timeout: 180_000 }, async () => {
  const { guildId, helpId } = placeTickets(discord)
  const opener = addDiscordMember(discord, guildId, 'Rosa')
  const known = () => sql`select from discord_channels where id = ${helpId}`.execute(database.db).then(({ rows }) => rows.length === 1)
  const first = await portals.start()
  await until('the channel is known', known, 30_000)
  await sql`update discord_channels set type = 'TicketsCategory' where id = ${helpId}`.execute(database.db)
  await until('the commands are registered', () => discord.commands(guildId).some(({ name }) => name === 'ticket'), 30_000)
  await discord.command(guildId, helpId, opener, 'ticket')
  await database.db.transaction().execute(async (tx) => {
    // Noting the thread has to wait for this lock, so that the portal is killed before it.
    await sql`lock table discord_posts in share mode`.execute(tx)
    await discord.submitModal(opener, 'ticket-open:form', { subject: 'Lost', text: 'My car' })
    await until('the thread is there', () => discord.threads(helpId).length === 1, 30_000)
    await portals.kill(first)
  })
  expect(await threadIds()).toEqual([null])

  await portals.start()
  await until('it is noted', async () => (await threadIds())[0] === discord.threads(helpId)[0]?.id, 30_000)
  await until('the opener is in it', () => discord.threads(helpId)[0]?.thread?.members.has(opener) === true, 30_000)
  await until('and reads their words', () => discord.messages(discord.threads(helpId)[0]?.id ?? '').length === 1, 30_000)
  expect(discord.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/threads'))).toHaveLength(1)
})

test('a thread of the same name that belongs to an earlier portal is left alone', async () => {
  const { guildId, helpId, categoryId } = placeTickets(discord)
  const [early, late] = [addDiscordMember(discord, guildId, 'Early'), addDiscordMember(discord, guildId, 'Late')]
  const t = await startPortalWithBot(discord, { database })
  await botIs(t, 'connected')
  await setType(t, categoryId, 'TicketsCategory')
  await readsTickets(discord)
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
