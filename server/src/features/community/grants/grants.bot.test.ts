import { MESSAGES, type Entitlement, type Grant } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { createTestDiscord } from '../../../testing/test-discord.ts'
import { addDiscordMember, followGuild, startGuildPortal, type GuildPortal } from '../../../testing/test-guild.ts'
import { until, type Person } from '../../../testing/test-portal.ts'
import { grantsSettle } from './grants.steps.ts'

let p: GuildPortal
let rides: string
let passes: string
let guest: string
let staffDiscord: string
let officerDiscord: string
beforeAll(async () => {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'San Andreas' }).id
  rides = discord.addChannel(guildId, { name: 'ride-alongs' }).id
  passes = discord.addChannel(guildId, { name: 'passes' }).id
  guest = discord.addRole(guildId, { name: 'Guest' }).id
  p = await startGuildPortal(discord, guildId)
  staffDiscord = await p.link(await p.t.person('staff'))
  officerDiscord = await p.link(await p.t.person('officer'))
  await p.setType(rides, 'Ridealong')
  await p.setType(passes, 'TempPass')
  await until('the panels are there', () => [rides, passes].every((channel) => discord.messages(channel).length === 1))
  for (const kind of ['ridealong', 'pass']) {
    const given = { source: { kind }, gift: { kind: 'discordRole', roleId: guest } }
    expect((await p.admin.post('/api/entitlements', given)).statusCode).toBe(200)
  }
  await followGuild(p.t, guildId)
})
afterAll(() => p.close())

const said = (channelId: string) => p.discord.messages(channelId).at(-1)
const press = (channelId: string, discordId: string, button: string) => p.discord.click(said(channelId)?.id ?? '', discordId, button)
const isGuest = (discordId: string) => p.discord.member(p.guildId, discordId).roles.includes(guest)
const isEntitled = async ({ userId }: Person) =>
  (await p.t.db.selectFrom('users').select('is_entitled').where('id', '=', userId).executeTakeFirst())?.is_entitled
const latest = async () => (await p.admin.get('/api/grants?list=waiting')).json<{ items: Grant[] }>().items.at(-1)?.grantId ?? 0

test('a ride-along is requested on the panel and sponsored with the button, and its role comes and goes with it', async () => {
  const rider = await p.t.addPerson({ name: 'Rosa *bold* @everyone' })
  const riderDiscord = await p.link(rider)
  const { modal } = await press(rides, riderDiscord, 'grants:ask:ridealong')
  expect(modal?.title).toBe('Request a ride-along')
  const { reply, isEphemeral } = await p.discord.submitModal(riderDiscord, 'grants:ask:ridealong', { note: 'Hello @everyone' })
  expect([reply?.content, isEphemeral]).toEqual([expect.stringContaining('You have requested a ride-along'), true])
  await until('the request is posted', () => p.discord.messages(rides).length === 2)
  expect(said(rides)?.content).toContain('Rosa \\*bold\\*')
  expect(said(rides)).toMatchObject({ mentionEveryone: false, mentions: [], mentionRoles: [] })

  const button = `grants:accept:${await latest()}`
  expect((await press(rides, riderDiscord, button)).reply?.content).toBe(MESSAGES.forbidden)
  expect((await press(rides, staffDiscord, button)).reply?.content).toContain('members of a department')
  const accepted = await press(rides, officerDiscord, button)
  expect(accepted.reply?.content).toContain('You sponsor the ride-along of')
  await until('the message says so', () => said(rides)?.content.includes('sponsored by The officer') === true)
  expect(said(rides)?.components).toEqual([])
  await until('they have the role', () => isGuest(riderDiscord))

  const [own] = (await p.t.http(rider.token).get('/api/grants/own')).json<{ own: Grant[] }>().own
  await p.t.http(rider.token).post(`/api/grants/${own?.grantId}/end`, { version: own?.version })
  await until('the role is gone', () => !isGuest(riderDiscord))
  await until('the message says so', () => said(rides)?.content.includes('It was ended') === true)
})

test('staff decide on a pass that was requested by command, and it ends in Discord too when its time is over', async () => {
  const member = await p.t.addPerson({ name: 'Jin Ito' })
  const discordId = await p.link(member)
  const asked = await p.discord.command(p.guildId, passes, discordId, 'pass', { hours: 12, reason: 'Visiting' })
  expect(asked.reply?.content).toContain('You have requested a pass for 12 hours')
  await until('the request is posted', () => p.discord.messages(passes).length === 2)
  const grantId = await latest()
  expect((await press(passes, officerDiscord, `grants:accept:${grantId}`)).reply?.content).toBe('Only staff decide on passes')
  await press(passes, staffDiscord, `grants:accept:${grantId}`)
  await until('they have the role', () => isGuest(discordId))
  expect(await isEntitled(member)).toBe(true)

  await sql`update grants set starts_at = now() - interval '1 day', ends_at = now() where id = ${grantId}`.execute(p.t.db)
  await enqueue(p.t.db, grantsSettle, {})
  await until('the role is gone', () => !isGuest(discordId))
  await until('the message says so', () => said(passes)?.content.includes('It ended') === true)
  expect(await isEntitled(member)).toBe(false)
})

test('a form with wrong input counts as one of the five requests of the hour', async () => {
  const discordId = await p.link(await p.t.addPerson())
  const submit = async (hours: string) => {
    await p.discord.click(p.discord.messages(passes)[0]?.id ?? '', discordId, 'grants:ask:pass')
    return (await p.discord.submitModal(discordId, 'grants:ask:pass', { hours, note: 'Visiting' })).reply?.content
  }
  for (let count = 0; count < 5; count += 1) expect(await submit('999')).toBe('At most 14 days, which is 336 hours')
  expect(await submit('3')).toMatch(/At most 5 of these an hour/)
})

test('a pass is declined with a form, wrong input is explained, and only linked members can request one', async () => {
  const discordId = await p.link(await p.t.addPerson())
  const panel = p.discord.messages(passes)[0]?.id ?? ''
  await p.discord.click(panel, discordId, 'grants:ask:pass')
  const wrong = await p.discord.submitModal(discordId, 'grants:ask:pass', { hours: '999', note: 'Visiting' })
  expect(wrong.reply?.content).toBe('At most 14 days, which is 336 hours')
  await p.discord.click(panel, discordId, 'grants:ask:pass')
  await p.discord.submitModal(discordId, 'grants:ask:pass', { hours: '3', note: 'Visiting' })
  const grantId = await latest()
  await until('the request is posted', () => said(passes)?.content.includes('for 3 hours') === true)
  await press(passes, staffDiscord, `grants:decline:${grantId}`)
  const declined = await p.discord.submitModal(staffDiscord, `grants:decline:${grantId}`, { reason: 'Not today' })
  expect(declined.reply?.content).toContain('You declined the pass')
  await until('the message says so', () => said(passes)?.content.includes('declined by The staff') === true)

  const stranger = addDiscordMember(p.discord, p.guildId, 'stranger')
  expect((await p.discord.click(panel, stranger, 'grants:ask:pass')).reply?.content).toContain('Link your account first')
})

test('the panel says whether a ride-along gives access', async () => {
  const panel = () => p.discord.messages(rides)[0]?.content ?? ''
  expect(panel()).toContain('you have access for a few hours')
  const { entitlements } = (await p.admin.get('/api/entitlements')).json<{ entitlements: Entitlement[] }>()
  const ofRidealongs = entitlements.filter(({ source }) => source.kind === 'ridealong')
  expect(ofRidealongs).toHaveLength(2)
  for (const { entitlementId } of ofRidealongs) await p.admin.delete(`/api/entitlements/${entitlementId}`)
  await until('it says that there is none', () => panel().includes('A ride-along gives no access at the moment'))
  await p.admin.post('/api/entitlements', { source: { kind: 'ridealong' }, gift: { kind: 'whitelist', environment: 'prod' } })
  await until('it promises access again', () => panel().includes('you have access for a few hours'))
})

test('the panel and open requests are removed with the type of the channel', async () => {
  await p.setType(passes, null)
  await until('the panel is gone', () => p.discord.messages(passes).every(({ content }) => !content.includes('A temporary pass')))
})
