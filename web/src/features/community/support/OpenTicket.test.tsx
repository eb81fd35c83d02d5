// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith, refusal, settle, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { OpenTicket } from './OpenTicket.tsx'
import { messageOf, ticketOf } from './testing/tickets.ts'

const STAFF = userWith('Staff')
const TICKET = 'GET /api/support/tickets/42'
const MESSAGES = 'GET /api/support/tickets/42/messages'
const reads = (over = {}, ...items: ReturnType<typeof messageOf>[]) => ({
  [TICKET]: ticketOf(42, over),
  [MESSAGES]: { items: items.length > 0 ? items : [messageOf(1)], hasEarlier: false },
})

beforeEach(() => {
  // Fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  tearDown()
  Reflect.deleteProperty(document, 'fonts')
  vi.restoreAllMocks()
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('who opened it, what was written, and what became of messages', async () => {
  answerWith(
    reads(
      {},
      messageOf(1, { attachments: 1 }),
      messageOf(2, { from: 'other', name: 'A mod', text: 'See https://example.com', editedAt: '2026-11-14T20:01:00.000Z' }),
      messageOf(3, { text: '', deletedAt: '2026-11-14T20:02:00.000Z' }),
      messageOf(4, { problem: 'The channel is gone in Discord' }),
    ),
  )
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  expect(await screen.findByText(/Opened by Rosa Delgado \(rosa in Discord\)/)).toBeTruthy()
  const rows = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('listitem')
  expect(rows[0]!.textContent).toContain('1 attachment, not copied')
  expect(rows[1]!.textContent).toContain('edited')
  expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('https://example.com')
  expect(rows[2]!.textContent).toContain('Deleted in Discord')
  expect(rows[3]!.textContent).toContain('Not in Discord: The channel is gone in Discord')
})

test('claimed in place: the button keeps the focus and becomes Release', async () => {
  const sent = answerWith({
    ...reads(),
    'POST /api/support/tickets/42/claim': ticketOf(42, { claimedBy: { userId: STAFF.userId, name: STAFF.name }, version: 5 }),
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  const claim = await button('Claim')
  act(() => claim.focus())
  fireEvent.click(claim)
  expect(await button('Release')).toBe(claim)
  expect(document.activeElement).toBe(claim)
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 4 })
})

test('one’s own is for others to claim', async () => {
  answerWith({
    ...reads(),
    [TICKET]: ticketOf(42, { opener: { name: 'me', discordId: null, member: { userId: STAFF.userId, name: STAFF.name } } }),
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  expect(await button('Close ticket')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
})

test('a ticket that someone else has claimed first is loaded again', async () => {
  let isClaimed = false
  answerWith({
    ...reads(),
    [TICKET]: () => ticketOf(42, isClaimed ? { claimedBy: { userId: 99, name: 'The admin' }, version: 5 } : {}),
    'POST /api/support/tickets/42/claim': () => {
      isClaimed = true
      return refusal(409, 'conflict', 'The admin has claimed this ticket')
    },
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  fireEvent.click(await button('Claim'))
  expect(await screen.findByText('Claimed by The admin')).toBeTruthy()
})

test('closed with a reason; the heading has the focus and nothing can be written any more', async () => {
  const sent = answerWith({
    ...reads(),
    'POST /api/support/tickets/42/close': ticketOf(42, {
      state: 'closed',
      closed: { at: '2026-11-14T21:00:00.000Z', by: 'Me', reason: 'Solved' },
    }),
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  fireEvent.click(await button('Close ticket'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Solved' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close ticket' }))
  expect(await screen.findByText('Closed by Me: Solved')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Lost my car'))
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Solved', version: 4 })
})

test('a message goes out once, and its field is emptied and keeps the focus', async () => {
  const sent = answerWith({ ...reads(), 'POST /api/support/tickets/42/messages': messageOf(9, { from: 'other' }) })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  const field = await screen.findByRole('textbox', { name: 'Message' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'Hello' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
  await settle()
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ text: 'Hello' }])
  expect(document.activeElement).toBe(field)
})

test('a reply that is half written asks before another page is opened; nothing asks once it is sent', async () => {
  answerWith({ ...reads(), 'POST /api/support/tickets/42/messages': messageOf(9, { from: 'other' }) })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'Hello' } })
  const back = () => fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }))
  back()
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without sending?' }))
  fireEvent.click(question.getByRole('button', { name: 'Stay' }))
  expect(field.value).toBe('Hello')
  fireEvent.click(await button('Send'))
  await waitFor(() => expect(field.value).toBe(''))
  back()
  await settle()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('earlier messages that can’t be loaded are tried again, and the button keeps the focus', async () => {
  let isDown = true
  let first = true
  answerWith({
    [TICKET]: ticketOf(42),
    [MESSAGES]: () => {
      if (first) {
        first = false
        return { items: [messageOf(101)], hasEarlier: true }
      }
      return isDown ? refusal(403, 'forbidden', 'No') : { items: [messageOf(100)], hasEarlier: false }
    },
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  const earlier = await button('Show earlier messages')
  act(() => earlier.focus())
  fireEvent.click(earlier)
  expect((await screen.findByRole('alert')).textContent).toBe('Earlier messages could not be loaded.')
  expect(await button('Try again')).toBe(document.activeElement)
  expect(screen.getByText('Message 101')).toBeTruthy()
  isDown = false
  fireEvent.click(await button('Try again'))
  await screen.findByText('Message 100')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('earlier messages are loaded on request', async () => {
  let reads = 0
  answerWith({
    [TICKET]: ticketOf(42),
    [MESSAGES]: () => {
      reads += 1
      return reads === 1 ? { items: [messageOf(101)], hasEarlier: true } : { items: [messageOf(100)], hasEarlier: false }
    },
  })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  fireEvent.click(await button('Show earlier messages'))
  await screen.findByText('Message 100')
  const texts = screen.getAllByText(/^Message 10/).map(({ textContent }) => textContent)
  expect(texts).toEqual(['Message 100', 'Message 101'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Messages')
})

test('a ticket that is gone, and a ticket that can’t be loaded', async () => {
  answerWith({})
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  expect(await screen.findByText('There is no such ticket')).toBeTruthy()
  tearDown()
  answerWith({ [TICKET]: refusal(403, 'forbidden', 'No') })
  await showDiscord(<OpenTicket ticketId={42} />, STAFF)
  expect(await button('Try again')).toBeTruthy()
})
