// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { answerWith, refusal, showDiscord } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { OwnTicketPage } from './OwnTicketPage.tsx'
import { messageOf, ticketOf } from './testing/tickets.ts'

const TICKET = 'GET /api/support/own/42'
const MESSAGES = 'GET /api/support/own/42/messages'
const messages = { items: [messageOf(1)], hasEarlier: false }

beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
  vi.restoreAllMocks()
})

/** At its own address, which names the ticket. */
async function open() {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/user/tickets/$ticketId', component: OwnTicketPage })
  const history = createMemoryHistory({ initialEntries: ['/user/tickets/42'] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  await showDiscord(<RouterProvider router={router} />, buildUser({ userId: 7 }))
}

test('a member reads their ticket, and can write in it and close it', async () => {
  answerWith({ [TICKET]: ticketOf(42), [MESSAGES]: messages })
  await open()
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('#0042 Lost my car')
  expect(await screen.findByText('Message 1')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Close ticket' })).toBeTruthy()
  // Only staff claim tickets.
  expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  expect(screen.getByRole('link', { name: 'All your tickets' }).getAttribute('href')).toBe('/user/tickets')
})

test('a closed ticket is only read', async () => {
  const closed = { at: '2026-11-14T21:00:00.000Z', by: 'The admin', reason: 'Found' }
  answerWith({ [TICKET]: ticketOf(42, { state: 'closed', closed }), [MESSAGES]: messages })
  await open()
  expect(await screen.findByText('Closed by The admin: Found')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull()
})

test('someone else’s ticket, or one that was deleted, is said not to be there, without a button to try again', async () => {
  answerWith({})
  await open()
  expect(await screen.findByText('You have no such ticket')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a ticket that could not be loaded can be tried again', async () => {
  let isBroken = true
  answerWith({ [TICKET]: () => (isBroken ? refusal(409, 'conflict', 'Not now') : ticketOf(42)), [MESSAGES]: messages })
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
