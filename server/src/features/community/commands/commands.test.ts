import { DEPARTMENT, MESSAGES, type Member } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../testing/discord/permissions.ts'
import { createTestDiscord } from '../../../testing/test-discord.ts'
import { addDiscordMember, startGuildPortal, type GuildPortal } from '../../../testing/test-guild.ts'
import { until, type Person } from '../../../testing/test-portal.ts'

let p: GuildPortal
let channelId: string
/** Gives Manage Nicknames, without which Discord does not show commands for staff. */
let shown: string
/** Discord ids by role. */
let member: string
let staff: string
let officer: string
let root: string
beforeAll(async () => {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'San Andreas' }).id
  channelId = discord.addChannel(guildId, { name: 'general' }).id
  shown = discord.addRole(guildId, { name: 'Staff', permissions: PERMISSIONS.manageNicknames }).id
  p = await startGuildPortal(discord, guildId)
  root = await p.link(await p.t.person('root'))
  member = await p.link(await p.t.person('member'))
  staff = await p.link(await p.t.person('staff'))
  officer = await p.link(await p.t.person('officer'))
  await until('the commands are there', () => discord.commands(guildId).some(({ name }) => name === 'whois'))
})
afterAll(() => p.close())

const run = (who: string, name: string, options = {}) => {
  p.discord.changeMember(p.guildId, who, { roles: [shown] })
  return p.discord.command(p.guildId, channelId, who, name, options)
}
const answer = async (who: string, name: string, options = {}) => {
  const { reply, isEphemeral } = await run(who, name, options)
  expect(isEphemeral).toBe(true)
  return reply?.content ?? ''
}
const goOnDuty = async (person: Person, departmentId: number, identifier: string) =>
  expect(
    (await p.t.http(person.token).post('/api/patrol/unit/save', { serverId: 1, departmentId, identifier, status: 3 })).statusCode,
  ).toBe(200)

test('a caller without a linked account is refused, and told where to link', async () => {
  const stranger = addDiscordMember(p.discord, p.guildId, 'stranger')
  for (const name of ['status', 'patrol', 'onduty']) expect(await answer(stranger, name)).toContain('Link your account first')
  const linking = p.discord.addChannel(p.guildId, { name: 'link' }).id
  await p.setType(linking, 'Link')
  expect(await answer(stranger, 'whois', { member: officer })).toContain(`<#${linking}>`)
})

test('commands for staff are not shown to others in Discord, unless its settings say so', async () => {
  p.discord.changeMember(p.guildId, member, { roles: [] })
  const use = (name: string, options = {}) => p.discord.command(p.guildId, channelId, member, name, options)
  await expect(use('whois', { member: officer })).rejects.toThrow('is not shown')
  await expect(use('promote', { member: officer, rank: 'Sergeant' })).rejects.toThrow('is not shown')
  expect((await use('onduty')).reply).not.toBeNull()
})

test('/whois shows members the name, staff more, and nothing more of members above the caller', async () => {
  expect(await answer(member, 'whois', { member: officer })).toBe('**The officer**')
  expect(await answer(officer, 'whois', { member: staff })).toBe('**The staff**')
  const { userId } = await p.t.person('officer')
  const today = new Date().toISOString().slice(0, 10)
  await p.admin.post(`/api/members/${userId}/leaves`, { startsOn: today, endsOn: today, reason: 'Private' })
  await goOnDuty(await p.t.person('officer'), DEPARTMENT.LSPD, '1-A-12')
  const told = await answer(staff, 'whois', { member: officer })
  expect(told).toContain('LSPD, Officer II')
  expect(told).toContain('On duty for LSPD as 1\\-A\\-12')
  expect(told).toContain(`On leave until ${today}`)
  expect(told).not.toContain('Private')
  expect(await answer(staff, 'whois', { member: root })).toBe('**The root**')
  expect(await answer(staff, 'whois', { member: addDiscordMember(p.discord, p.guildId, 'unknown') })).toContain('not linked')
})

test('/onduty lists the units to those who see the board, and counts them for everyone else', async () => {
  await until('they are on duty', async () => (await answer(staff, 'onduty')).includes('The officer'))
  expect(await answer(staff, 'onduty')).toContain('1\\-A\\-12 The officer, LSPD, in service')
  const counted = await answer(member, 'onduty')
  expect(counted).toContain('LSPD 1')
  expect(counted).not.toContain('The officer')
  expect(await answer(staff, 'onduty', { department: 'lspd' })).toContain('The officer')
  expect(await answer(staff, 'onduty', { department: 'FIRE' })).toBe('Nobody is on duty for FIRE')
})

test('/status and /patrol answer with the same values as the portal', async () => {
  expect(await answer(member, 'status')).toMatch(/The portal is up\n\*\*.+\*\*: down, 1 unit on duty, 0 active calls/)
  expect(await answer(officer, 'patrol')).toContain('On patrol for LSPD')
  const told = await answer(member, 'patrol')
  expect(told).toContain('You are not on patrol')
  expect(told).toContain('This week: 0 min in 0 patrols')
})

test('/promote shows what changes, and changes it only once the same person confirms it', async () => {
  const cadet = await p.t.addPerson({ name: 'Kim Cadet', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const cadetDiscord = await p.link(cadet)
  const rankOf = async () => (await p.admin.get(`/api/members/${cadet.userId}`)).json<Member>().userDepartments[0]?.rankName
  const { reply } = await run(staff, 'promote', { member: cadetDiscord, rank: 'lspd sergeant', reason: 'Good work' })
  expect(reply?.content).toContain('**Kim Cadet**, LSPD: Cadet → Sergeant')
  expect(await rankOf()).toBe('Cadet')
  const button = /promote:[0-9a-f-]+/.exec(JSON.stringify(reply?.components))?.[0] ?? ''
  expect((await p.discord.click(reply?.id ?? '', staff, button)).reply?.content).toBe('Done. Kim Cadet is Sergeant in LSPD.')
  expect(await rankOf()).toBe('Sergeant')
  expect((await p.admin.get(`/api/members/${cadet.userId}`)).json<Member>().rankChanges[0]).toMatchObject({
    reason: 'Good work',
    author: { name: 'The staff' },
  })
  expect((await p.discord.click(reply?.id ?? '', staff, button)).reply?.content).toContain('has expired')
})

test('/promote is refused without the right to it, for oneself, for members above, and after a change meanwhile', async () => {
  const cadet = await p.t.addPerson({ departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const cadetDiscord = await p.link(cadet)
  expect(await answer(officer, 'promote', { member: cadetDiscord, rank: 'Sergeant' })).toBe(MESSAGES.forbidden)
  expect(await answer(staff, 'promote', { member: cadetDiscord, rank: 'King' })).toContain('has a rank King')
  expect(await answer(staff, 'promote', { member: cadetDiscord, rank: 'Cadet' })).toContain('already holds this rank')
  expect(await answer(staff, 'promote', { member: root, rank: 'Sergeant' })).toContain('above yours')
  const own = await p.t.addPerson({ roles: ['Staff'], departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const ownDiscord = await p.link(own)
  expect(await answer(ownDiscord, 'promote', { member: ownDiscord, rank: 'Sergeant' })).toContain("You can't promote or demote yourself")

  const { reply } = await run(staff, 'promote', { member: cadetDiscord, rank: 'Sergeant' })
  const button = /promote:[0-9a-f-]+/.exec(JSON.stringify(reply?.components))?.[0] ?? ''
  await p.t.db.updateTable('users').set({ name: 'Another name' }).where('id', '=', cadet.userId).execute()
  expect((await p.discord.click(reply?.id ?? '', staff, button)).reply?.content).toContain('has changed since')
})

test('/loa asks for leave like the portal, and explains a wrong date', async () => {
  expect(await answer(member, 'loa', { from: '2030-02-30', to: '2030-03-02', reason: 'Holiday' })).toBe('Enter a date, such as 2026-01-31')
  expect(await answer(member, 'loa', { from: '2030-03-03', to: '2030-03-02', reason: 'Holiday' })).toBe('The leave ends before it starts')
  expect(await answer(member, 'loa', { from: '2030-03-01', to: '2030-03-07', reason: 'Holiday' })).toContain(
    'leave from 2030-03-01 to 2030-03-07',
  )
  expect(await answer(member, 'loa', { from: '2030-03-05', to: '2030-03-06', reason: 'Again' })).toContain('already requested leave')
  const { requests } = (await (await p.t.as('member')).get('/api/leaves/own')).json()
  expect(requests).toEqual([expect.objectContaining({ startsOn: '2030-03-01', endsOn: '2030-03-07', reason: 'Holiday', state: 'asked' })])
})

test('/loa with a wrong date counts as one of the 20 requests of the hour', async () => {
  const person = await p.t.addPerson()
  const discordId = await p.link(person)
  const ask = (from: string) => answer(discordId, 'loa', { from, to: '2030-03-02', reason: 'Holiday' })
  for (let count = 0; count < 10; count += 1) {
    expect(await ask('2030-02-30')).toBe('Enter a date, such as 2026-01-31')
    expect((await p.t.http(person.token).post('/api/leaves/requests', {})).statusCode).toBe(400)
  }
  expect(await ask('2030-03-01')).toMatch(/At most 20 of these an hour/)
})
