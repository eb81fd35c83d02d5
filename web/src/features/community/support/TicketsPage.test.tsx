// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { OwnTicketsPage } from './OwnTicketsPage.tsx'
import { ticketOf } from './testing/tickets.ts'
import { TicketsPage } from './TicketsPage.tsx'

const STAFF = userWith('Staff')
const pageOf = (...items: ReturnType<typeof ticketOf>[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const LIST = 'GET /api/support/tickets'

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('each row says who opened it and who takes care of it; the arrow keys go from one to the next', async () => {
  const claimed = ticketOf(43, {
    claimedBy: { userId: STAFF.userId, name: STAFF.name },
    opener: { name: 'guest', discordId: '9', member: null },
  })
  answerWith({ 'GET /api/discord': overviewOf(), [LIST]: pageOf(ticketOf(42), claimed) })
  await showDiscord(<TicketsPage />, STAFF)
  const rows = within(await screen.findByRole('list', { name: 'Tickets' })).getAllByRole('link')
  expect(rows[0]!.textContent).toMatch(/#0042 Lost my car.*Rosa Delgado · 2 messages.*Not claimed/)
  expect(rows[1]!.textContent).toMatch(/guest.*Claimed by you/)
  rows[0]!.focus()
  fireEvent.keyDown(rows[0]!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(rows[1])
  expect(screen.getByText('No ticket is open')).toBeTruthy()
})

test('before the first it says how tickets are opened; what can’t be loaded is tried again', async () => {
  answerWith({ 'GET /api/discord': overviewOf(), [LIST]: pageOf() })
  await showDiscord(<TicketsPage />, STAFF)
  expect(await screen.findByText('No open tickets')).toBeTruthy()
  tearDown()
  answerWith({ 'GET /api/discord': overviewOf(), [LIST]: refusal(403, 'forbidden', 'No') })
  await showDiscord(<TicketsPage />, STAFF)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('members have a list of their own', async () => {
  answerWith({ 'GET /api/support/own': pageOf(ticketOf(42), ticketOf(40, { state: 'closed', subject: 'Old matter' })) })
  await showDiscord(<OwnTicketsPage />, userWith('Developer'))
  const rows = within(await screen.findByRole('list', { name: 'Tickets' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Lost my car'),
    expect.stringMatching(/Old matter.*Closed/),
  ])
  tearDown()
  answerWith({ 'GET /api/support/own': pageOf() })
  await showDiscord(<OwnTicketsPage />, userWith('Developer'))
  expect(await screen.findByText('No tickets')).toBeTruthy()
})

test('who manages Discord chooses the support role, and reads why its members are not added', async () => {
  const role = (roleId: string | null, problem = '') => ({
    guildId: '1',
    server: 'San Andreas',
    roleId,
    roles: [{ roleId: '5', name: 'Support' }],
    problem,
  })
  const sent = answerWith({
    'GET /api/discord': overviewOf(),
    [LIST]: pageOf(),
    'GET /api/support/roles': [role(null)],
    'PUT /api/support/roles/1': role('5', 'Members with this role are not added.'),
  })
  await showDiscord(<TicketsPage />, userWith('Staff', 'MANAGE_DISCORD'))
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'San Andreas' })
  expect(choice.value).toBe('')
  fireEvent.change(choice, { target: { value: '5' } })
  expect(await screen.findByText('Members with this role are not added.')).toBeTruthy()
  expect(choice.value).toBe('5')
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ roleId: '5' })
  tearDown()
  const asked = answerWith({ 'GET /api/discord': overviewOf(), [LIST]: pageOf() })
  await showDiscord(<TicketsPage />, STAFF)
  await screen.findByText('No open tickets')
  expect(asked.some(({ path }) => path === '/api/support/roles')).toBe(false)
})
