// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { DiscordRole } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { keepNews } from './discord.queries.ts'
import { DiscordPage } from './DiscordPage.tsx'
import { channelOf, guildOf, overviewOf, roleOf } from './testing/discord.ts'
import { answerWith, refusal, settle, showDiscord, userWith, type Sent } from './testing/show-discord.tsx'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const ROLES = [
  roleOf('1', { name: 'Police', type: 'POLICE', memberCount: 84 }),
  roleOf('2', { name: 'Owner', whyNot: 'above', isPowerful: true }),
  roleOf('3', { name: 'Music Bot', whyNot: 'managed' }),
]
const CHANNELS = [
  channelOf('10', { name: 'announcements', type: 'CommunityAnnouncements' }),
  channelOf('11', { name: 'ride-along', type: 'Ridealong', missing: ['View Channel'] }),
  channelOf('12', { name: 'old-link', type: 'Link', isGone: true }),
]
const GUILD = { guild: guildOf('1'), channels: CHANNELS, roles: ROLES }
const READS = { 'GET /api/discord': overviewOf(), 'GET /api/discord/guilds/1': GUILD }

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const typeOf = (name: string) => screen.findByLabelText<HTMLSelectElement>(`Type of ${name}`)
const choose = (field: HTMLSelectElement, value: string) => {
  act(() => field.focus())
  fireEvent.change(field, { target: { value } })
}
const rowOf = (name: string) => screen.getByText(name).closest('tr')!

test('the line says how the bot is, and the lists what is in Discord', async () => {
  answerWith(READS)
  await showDiscord(<DiscordPage follows={new Map([['1', 'LSPD, every rank']])} />, MANAGER)
  await typeOf('Police')
  expect(screen.getByRole('heading', { name: 'Manage Discord' }).parentElement!.textContent).toMatch(
    /San Andreas Division,1,204 members, 611 linked ·bot connected .* d, 41 ms/,
  )
  expect(rowOf('Police').textContent).toContain('LSPD, every rank')
  expect(rowOf('Owner').textContent).toContain('above the bot: can’t be given')
  expect(rowOf('Music Bot').textContent).toContain('managed by an integration')
  expect(rowOf('announcements').textContent).toContain('writes')
  expect(rowOf('ride-along').textContent).toContain('no access')
  expect(rowOf('old-link').textContent).toContain('deleted in Discord')
  expect(screen.getByRole('region', { name: 'Jobs' }).textContent).toContain('1,182 changes today, 0 failed, 3 waiting')
})

test('a chosen type is saved at once with the version, and the field keeps the focus', async () => {
  const saved = roleOf('1', { name: 'Police', type: 'SHERIFF', version: 2 })
  const sent = answerWith({ ...READS, 'PUT /api/discord/roles/1/type': saved })
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Police')
  choose(field, 'SHERIFF')
  expect(field.getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(field.getAttribute('aria-busy')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([
    { method: 'PUT', path: '/api/discord/roles/1/type', body: { type: 'SHERIFF', version: 1 } },
  ])
  expect(field.value).toBe('SHERIFF')
  expect(document.activeElement).toBe(field)
})

test('a second choice waits for the first and is made on its version', async () => {
  const answers: (() => void)[] = []
  let stored: DiscordRole = ROLES[0]!
  const sent = answerWith({
    ...READS,
    'PUT /api/discord/roles/1/type': async ({ body }: Sent) => {
      await new Promise<void>((resolve) => void answers.push(resolve))
      stored = { ...stored, ...(body as Partial<DiscordRole>), version: stored.version + 1 }
      return stored
    },
  })
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Police')
  choose(field, 'SHERIFF')
  choose(field, 'FTO')
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!()
  await waitFor(() => expect(field.getAttribute('aria-busy')).toBeNull())
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { type: 'SHERIFF', version: 1 },
    { type: 'FTO', version: 2 },
  ])
  expect(field.value).toBe('FTO')
})

test('keys pass over types without saving each; leaving the field saves the last', async () => {
  const sent = answerWith({ ...READS, 'PUT /api/discord/roles/1/type': roleOf('1', { name: 'Police', type: 'FTO', version: 2 }) })
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Police')
  for (const value of ['SHERIFF', 'HIGHWAY', 'FTO']) {
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    choose(field, value)
  }
  expect(field.value).toBe('FTO')
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  act(() => field.blur())
  await waitFor(() => expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ type: 'FTO', version: 1 }]))
})

test('after a conflict the row says so and shows what it is now', async () => {
  let isChanged = false
  answerWith({
    ...READS,
    'GET /api/discord/guilds/1': () => (isChanged ? { ...GUILD, roles: [{ ...ROLES[0]!, type: 'CIV', version: 5 }] } : GUILD),
    'PUT /api/discord/roles/1/type': () => {
      isChanged = true
      return refusal(409, 'conflict', 'This role has changed since you opened it')
    },
  })
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Police')
  choose(field, 'SHERIFF')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.value).toBe('CIV')
  expect(rowOf('Police').textContent).toContain('This role has changed since you opened it. The list shows the current type.')
  expect(document.activeElement).toBe(field)
})

test('a refusal is said in the words of the portal, in its row', async () => {
  answerWith({ ...READS, 'PUT /api/discord/channels/10/type': refusal(403, 'forbidden', 'Only an admin may do this') })
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('announcements')
  choose(field, 'Link')
  await waitFor(() => expect(rowOf('announcements').textContent).toContain('Only an admin may do this'))
  expect(field.value).toBe('CommunityAnnouncements')
  expect(rowOf('Police').textContent).not.toContain('Only an admin')
})

test('a powerful role is for admins, and says why', async () => {
  answerWith(READS)
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Owner')
  expect(field.disabled).toBe(true)
  expect(field.closest('[title]')?.getAttribute('title')).toContain('only an admin')
  tearDown()
  answerWith(READS)
  await showDiscord(<DiscordPage />, userWith('Admin'))
  expect((await typeOf('Owner')).disabled).toBe(false)
})

test('staff without MANAGE_DISCORD read the types', async () => {
  answerWith(READS)
  await showDiscord(<DiscordPage />, userWith('Staff'))
  await screen.findByText('Police')
  expect(screen.queryByLabelText('Type of Police')).toBeNull()
  expect(rowOf('Police').textContent).toContain('POLICE')
  expect(rowOf('announcements').textContent).toContain('CommunityAnnouncements')
})

test('news from the room is shown without loading anything', async () => {
  const sent = answerWith(READS)
  await showDiscord(<DiscordPage />, MANAGER)
  const field = await typeOf('Police')
  const before = sent.length
  act(() => {
    keepNews({ event: 'role.saved', payload: { ...ROLES[0]!, type: 'SHERIFF', memberCount: 85, version: 2 } })
    keepNews({ event: 'channel.saved', payload: { ...CHANNELS[1]!, missing: [] } })
    keepNews({ event: 'role.removed', payload: { guildId: '1', roleId: '3' } })
    keepNews({ event: 'bot.changed', payload: { ...overviewOf().bot, state: 'waiting', problem: 'Discord answers 503.' } })
    keepNews({ event: 'jobs.changed', payload: { ...overviewOf().jobs, failed: 2 } })
  })
  await settle()
  expect(field.value).toBe('SHERIFF')
  expect(rowOf('Police').textContent).toContain('85')
  expect(rowOf('ride-along').textContent).toContain('writes')
  expect(screen.queryByText('Music Bot')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Discord answers 503.')
  expect(screen.getByRole('link', { name: 'See what failed' })).toBeTruthy()
  expect(sent).toHaveLength(before)
})

test('roles are filtered by whether they are ours, and searched once there are many', async () => {
  const many = Array.from({ length: 250 }, (_, index) =>
    roleOf(String(index + 1), { name: `Role ${index + 1}.`, type: index < 28 ? 'MEMBER' : 'OTHER' }),
  )
  answerWith({ ...READS, 'GET /api/discord/guilds/1': { ...GUILD, roles: many } })
  await showDiscord(<DiscordPage />, MANAGER)
  await screen.findByText('Role 250.')
  // Only those in sight are drawn.
  expect(screen.getAllByLabelText(/^Type of Role/).length).toBeLessThan(60)
  fireEvent.click(screen.getByRole('button', { name: 'Mapped 28' }))
  expect(screen.getAllByLabelText(/^Type of Role/)).toHaveLength(28)
  fireEvent.click(screen.getByRole('button', { name: 'Not mapped 222' }))
  expect(screen.queryByText('Role 1.')).toBeNull()
  const search = screen.getByLabelText('Search roles')
  fireEvent.change(search, { target: { value: 'nothing' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(screen.getByText('No role matches.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.getByText('Role 250.')).toBeTruthy()
  expect(document.activeElement?.id).toBe('roles')
})

test('without a token it says how to start, or whom to ask', async () => {
  answerWith({ 'GET /api/discord': overviewOf({ isSetUp: false, guilds: [] }) })
  await showDiscord(<DiscordPage />, userWith('Staff', 'DISCORD_ADMIN'))
  expect((await screen.findByRole('link', { name: 'Connect Discord' })).getAttribute('href')).toBe('/discord/connection')
  tearDown()
  answerWith({ 'GET /api/discord': overviewOf({ isSetUp: false, guilds: [] }) })
  await showDiscord(<DiscordPage />, MANAGER)
  expect(await screen.findByText(/Ask an admin, or someone with DISCORD_ADMIN/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Connect Discord' })).toBeNull()
})

test('several Discord servers can be chosen from, and one the bot has left says so', async () => {
  const other = guildOf('2', { name: 'Academy', leftAt: '2026-11-10T10:00:00.000Z' })
  answerWith({
    'GET /api/discord': overviewOf({ guilds: [other, guildOf('1')] }),
    'GET /api/discord/guilds/1': GUILD,
    'GET /api/discord/guilds/2': { guild: other, channels: [], roles: [] },
  })
  await showDiscord(<DiscordPage />, MANAGER)
  await typeOf('Police')
  const field = screen.getByLabelText<HTMLSelectElement>('Discord server')
  expect([field.value, field.textContent]).toEqual(['1', 'Academy (bot left)San Andreas Division'])
})

test('a page that could not be loaded says so and offers to try again', async () => {
  let isDown = true
  answerWith({ ...READS, 'GET /api/discord': () => (isDown ? refusal(403, 'forbidden', 'No') : overviewOf()) })
  await showDiscord(<DiscordPage />, MANAGER)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  fireEvent.click(again)
  expect(await typeOf('Police')).toBeTruthy()
})
