import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { entitleRole } from '../../../testing/test-discord-rows.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { addLinkedMember, followGuild } from '../../../testing/test-guild.ts'
import { until, type TestPortal } from '../../../testing/test-portal.ts'
import type { BotPart } from '../bot/bot.port.ts'
import { readDrift } from './sync.drift.ts'

let discord: FakeDiscord
let database: TestDatabase
let t: TestPortal
let guildId: string
let police: string
let discordId: string
let heard: string[]
const part: BotPart = {
  memberChanged: async (_guildId, id, change) => void heard.push(`${change} ${id}`),
  guildRead: async () => void heard.push('read'),
}

beforeEach(async () => {
  heard = []
  discord = await createTestDiscord()
  database = await createTestDatabase()
  guildId = discord.addGuild({ name: 'Our Town' }).id
  police = discord.addRole(guildId, { name: 'Police' }).id
  await connect()
  await entitleRole(database.db, police, 'LSPD')
  await database.db.updateTable('departments').set({ nickname_template: '{short}' }).where('name', '=', 'LSPD').execute()
  discordId = await addLinkedMember(
    { t, discord, guildId },
    await t.addPerson({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', isPrimary: true }] }),
  )
  await followGuild(t, guildId)
  await until('they have both', () => hasBoth())
  await until('it is noted', isNoted)
})
afterEach(async () => {
  await t?.close()
  await discord.close()
  await database.drop()
})

const connect = async () => {
  t = await startPortalWithBot(discord, { database, parts: [part] })
  await botIs(t, 'connected')
  await until('the server is read', () => heard.includes('read'))
}
const member = () => discord.member(guildId, discordId)
const hasBoth = () => member().roles.includes(police) && member().nick === 'R. Delgado'
const isNoted = async () => {
  const role = await database.db.selectFrom('discord_ledger').select('state').executeTakeFirst()
  const nickname = await database.db.selectFrom('discord_nicknames').select('state').executeTakeFirst()
  return role?.state === 'given' && nickname?.state === 'set'
}
const drift = async () => (await readDrift(database.db, guildId)).map(({ kind }) => kind)
/** Sets the join date back, because a member who joins again within a second has the same one. */
const haveBeenThere = () => sql`update discord_members set joined_at = joined_at - interval '1 day'`.execute(database.db)
const closePortal = async () => {
  await t.close()
  await database.db.updateTable('discord_bot').set({ state: 'off' }).execute()
  heard = []
}

test('members who leave and join again while the bot is away get their role and nickname again', async () => {
  await haveBeenThere()
  await closePortal()
  discord.removeMember(guildId, discordId)
  discord.addMember(guildId, discordId)
  await connect()
  await until('they have both again', hasBoth)
  await until('everyone is told that they joined', () => heard.includes(`joined ${discordId}`))
  await until('it is noted', isNoted)
  expect(await drift()).toEqual([])
})

test('members who leave and join again within a moment get their role and nickname again', async () => {
  discord.removeMember(guildId, discordId)
  discord.addMember(guildId, discordId)
  await until('they have both again', hasBoth)
  await until('it is noted', isNoted)
  expect(await drift()).toEqual([])
})

test('a role that was taken by hand while the bot was away is drift, because the member never left', async () => {
  await closePortal()
  discord.changeMember(guildId, discordId, { roles: [] })
  await connect()
  await until('it is listed', async () => (await drift()).join() === 'lacks')
  expect(heard).not.toContain(`joined ${discordId}`)
  expect(member().roles).toEqual([])
})
