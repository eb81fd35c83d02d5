// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { answerWith, refusal, settle, showDiscord } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { OwnTicketsCard } from './OwnTicketsCard.port.tsx'
import { ticketOf } from './testing/tickets.ts'

const LIST = 'GET /api/support/own'
const pageOf = (...items: ReturnType<typeof ticketOf>[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 3 })
const closed = ticketOf(41, { state: 'closed', closed: { at: '2026-11-14T21:00:00.000Z', by: '', reason: '' } })
const showCard = () => showDiscord(<OwnTicketsCard className="wide" />, buildUser({ userId: 7 }))

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('open tickets are listed with who takes care of them, and closed ones are left out', async () => {
  answerWith({ [LIST]: pageOf(ticketOf(43, { claimedBy: { userId: 1, name: 'The admin' } }), ticketOf(42), closed) })
  await showCard()
  const rows = within(await screen.findByRole('list', { name: 'Open tickets' })).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]!.textContent).toContain('#0043 Lost my car · The admin takes care of it')
  expect(rows[1]!.textContent).not.toContain('takes care of it')
  expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('/user/tickets/42')
})

test.each([
  ['no tickets', pageOf()],
  ['only closed tickets', pageOf(closed)],
  ['tickets that could not be loaded', () => refusal(409, 'conflict', 'Not now')],
])('with %s there is no card', async (_what, answer) => {
  const sent = answerWith({ [LIST]: answer })
  await showCard()
  await waitFor(() => expect([sent.length, queryClient.isFetching()]).toEqual([1, 0]))
  await settle()
  expect(screen.queryByText('Your tickets')).toBeNull()
})
