import { MESSAGES, type Entitlement, type Grant } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import type { FakeDiscord } from '../../../testing/discord/fake-discord.ts'
import { botIs, createTestDiscord, startPortalWithBot } from '../../../testing/test-discord.ts'
import { until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { addDiscordMember, link, setType } from '../../../testing/test-support.ts'
import { grantsSettle } from './grants.steps.ts'

let discord: FakeDiscord
let t: TestPortal
let admin: Http
let guildId: string
let rides: string
let passes: string
let guest: string
let staffDiscord: string
let officerDiscord: string
beforeAll(async () => {
  discord = await createTestDiscord()
  guildId = discord.addGuild({ name: 'San Andreas' }).id
  rides = discord.addChannel(guildId, { name: 'ride-alongs' }).id
  passes = discord.addChannel(guildId, { name: 'passes' }).id
  guest = discord.addRole(guildId, { name: 'Guest' }).id
  t = await startPortalWithBot(discord)
  admin = await t.as('admin')
  staffDiscord = await inDiscord(await t.person('staff'))
  officerDiscord = await inDiscord(await t.person('officer'))
  await botIs(t, 'connected')
  await setType(t, guildId, rides, 'Ridealong')
  await setType(t, guildId, passes, 'TempPass')
  await until('the panels are there', () => [rides, passes].every((channel) => discord.messages(channel).length === 1))
  for (const kind of ['ridealong', 'pass']) {
    const given = { source: { kind }, gift: { kind: 'discordRole', roleId: guest } }
    expect((await admin.post('/api/entitlements', given)).statusCode).toBe(200)
  }
  const { digest } = (await admin.get(`/api/discord/guilds/${guildId}/plan`)).json<{ digest: string }>()
  expect((await admin.post(`/api/discord/guilds/${guildId}/follow`, { digest })).statusCode).toBe(200)
})
afterAll(async () => {
  await t.close()
  expect(discord.defects).toEqual([])
  await discord.close()
})

/** Linked, in the Discord server, and known to be there. */
async function inDiscord({ userId }: Person): Promise<string> {
  const discordId = addDiscordMember(discord, guildId, `user${userId}`)
  await link(t, userId, discordId)
  return discordId
}
const isKnown = (discordId: string) =>
  until('the portal knows them', async () =>
    Boolean(await t.db.selectFrom('discord_members').select('discord_id').where('discord_id', '=', discordId).executeTakeFirst()),
  )
const said = (channelId: string) => discord.messages(channelId).at(-1)
const press = (channelId: string, discordId: string, button: string) => discord.click(said(channelId)?.id ?? '', discordId, button)
const isGuest = (discordId: string) => discord.member(guildId, discordId).roles.includes(guest)
const latest = async () => (await admin.get('/api/grants?list=waiting')).json<{ items: Grant[] }>().items.at(-1)?.grantId ?? 0

test('a ride-along is asked for by the panel, sponsored by the button, and the role comes and goes with it', async () => {
  const rider = await t.addPerson({ name: 'Rosa *bold* @everyone' })
  const riderDiscord = await inDiscord(rider)
  await isKnown(riderDiscord)
  const { modal } = await press(rides, riderDiscord, 'grants:ask:ridealong')
  expect(modal?.title).toBe('Ask for a ride-along')
  const { reply, isEphemeral } = await discord.submitModal(riderDiscord, 'grants:ask:ridealong', { note: 'Hello @everyone' })
  expect([reply?.content, isEphemeral]).toEqual([expect.stringContaining('You have asked for a ride-along'), true])
  await until('the request is posted', () => discord.messages(rides).length === 2)
  expect(said(rides)?.content).toContain('Rosa \\*bold\\*')
  expect(said(rides)).toMatchObject({ mentionEveryone: false, mentions: [], mentionRoles: [] })

  const button = `grants:accept:${await latest()}`
  expect((await press(rides, riderDiscord, button)).reply?.content).toBe(MESSAGES.forbidden)
  expect((await press(rides, staffDiscord, button)).reply?.content).toContain('Members of a department')
  const accepted = await press(rides, officerDiscord, button)
  expect(accepted.reply?.content).toContain('You sponsor the ride-along of')
  await until('the message says so', () => said(rides)?.content.includes('sponsored by The officer') === true)
  expect(said(rides)?.components).toEqual([])
  await until('they have the role', () => isGuest(riderDiscord))

  const [own] = (await t.http(rider.token).get('/api/grants/own')).json<{ own: Grant[] }>().own
  await t.http(rider.token).post(`/api/grants/${own?.grantId}/end`, { version: own?.version })
  await until('the role is gone', () => !isGuest(riderDiscord))
  await until('the message says so', () => said(rides)?.content.includes('It was ended') === true)
})

test('a pass that is asked for by command is decided on by staff, and ends by itself in Discord too', async () => {
  const member = await t.addPerson({ name: 'Jin Ito' })
  const discordId = await inDiscord(member)
  await isKnown(discordId)
  const asked = await discord.command(guildId, passes, discordId, 'pass', { hours: 12, reason: 'Visiting' })
  expect(asked.reply?.content).toContain('You have asked for a pass for 12 hours')
  await until('the request is posted', () => discord.messages(passes).length === 2)
  const grantId = await latest()
  expect((await press(passes, officerDiscord, `grants:accept:${grantId}`)).reply?.content).toBe('Passes are for staff to decide on')
  await press(passes, staffDiscord, `grants:accept:${grantId}`)
  await until('they have the role', () => isGuest(discordId))
  expect((await t.db.selectFrom('users').select('is_entitled').where('id', '=', member.userId).executeTakeFirst())?.is_entitled).toBe(true)

  await sql`update grants set starts_at = now() - interval '1 day', ends_at = now() where id = ${grantId}`.execute(t.db)
  await enqueue(t.db, grantsSettle, {})
  await until('the role is gone', () => !isGuest(discordId))
  await until('the message says so', () => said(passes)?.content.includes('It ended') === true)
  expect((await t.db.selectFrom('users').select('is_entitled').where('id', '=', member.userId).executeTakeFirst())?.is_entitled).toBe(false)
})

test('a pass is declined by a form, what was typed wrongly is told in words, and nobody without a link asks', async () => {
  const discordId = await inDiscord(await t.addPerson())
  const panel = discord.messages(passes)[0]?.id ?? ''
  await discord.click(panel, discordId, 'grants:ask:pass')
  const wrong = await discord.submitModal(discordId, 'grants:ask:pass', { hours: '999', note: 'Visiting' })
  expect(wrong.reply?.content).toBe('At most 14 days, which is 336 hours')
  await discord.click(panel, discordId, 'grants:ask:pass')
  await discord.submitModal(discordId, 'grants:ask:pass', { hours: '3', note: 'Visiting' })
  const grantId = await latest()
  await until('the request is posted', () => said(passes)?.content.includes('for 3 hours') === true)
  await press(passes, staffDiscord, `grants:decline:${grantId}`)
  const declined = await discord.submitModal(staffDiscord, `grants:decline:${grantId}`, { reason: 'Not today' })
  expect(declined.reply?.content).toContain('You declined the pass')
  await until('the message says so', () => said(passes)?.content.includes('declined by The staff') === true)

  const stranger = addDiscordMember(discord, guildId, 'stranger')
  expect((await discord.click(panel, stranger, 'grants:ask:pass')).reply?.content).toContain('Link your account first')
})

test('the panel says whether a ride-along gives access', async () => {
  const panel = () => discord.messages(rides)[0]?.content ?? ''
  expect(panel()).toContain('you have access for a few hours')
  const { entitlements } = (await admin.get('/api/entitlements')).json<{ entitlements: Entitlement[] }>()
  const ofRidealongs = entitlements.filter(({ source }) => source.kind === 'ridealong')
  expect(ofRidealongs).toHaveLength(2)
  for (const { entitlementId } of ofRidealongs) await admin.delete(`/api/entitlements/${entitlementId}`)
  await until('it says that there is none', () => panel().includes('A ride-along gives no access at the moment'))
  await admin.post('/api/entitlements', { source: { kind: 'ridealong' }, gift: { kind: 'whitelist', environment: 'prod' } })
  await until('it promises access again', () => panel().includes('you have access for a few hours'))
})

test('panel and open requests go with the type of the channel', async () => {
  await setType(t, guildId, passes, null)
  await until('the panel is gone', () => discord.messages(passes).every(({ content }) => !content.includes('A temporary pass')))
})
