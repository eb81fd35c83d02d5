// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import type { MailOverview, QueuedMail } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, refusal, showDiscord, userWith } from '../../community/discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { MailsPage } from './MailsPage.tsx'

type Handlers = { onDelta: (delta: { payload: Pick<MailOverview, 'mails' | 'counts'> }) => void }
let room: Handlers | undefined
vi.mock('../../../platform/realtime/realtime.ts', () => ({
  subscribe: (_name: string, _params: object, handlers: Handlers) => {
    room = handlers
    return () => undefined
  },
}))
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const mailOf = (mailId: string, over: Partial<QueuedMail> = {}): QueuedMail => ({
  mailId,
  kind: 'new-password',
  state: 'waiting',
  member: null,
  tries: 1,
  queuedAt: '2026-11-14T20:00:00.000Z',
  nextAt: '2026-11-14T20:05:00.000Z',
  endedAt: null,
  answer: '451 Come back in a minute',
  ...over,
})
const COUNTS = { waiting: 1, sent: 0, failed: 0, dropped: 0 }
const overviewOf = (over: Partial<MailOverview> = {}): MailOverview => ({
  missing: [],
  server: 'smtp://mail.example.com',
  from: 'portal@example.com',
  counts: COUNTS,
  mails: [mailOf('1')],
  ...over,
})
const open = (overview: unknown) => {
  const sent = answerWith({ 'GET /api/mails': overview, 'POST /api/mails/test': { isSent: false, answer: '535 Wrong password' } })
  return showDiscord(<MailsPage />, userWith('Admin')).then(() => sent)
}

test('without a mail server the page says what to set, and offers no test mail', async () => {
  await open(overviewOf({ missing: ['SMTP_URL'], server: null, from: null, mails: [] }))
  expect(await screen.findByText('SMTP_URL')).toBeTruthy()
  expect(screen.getByText('No mails yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test mail' })).toBeNull()
})

test('mails change as the portal tells of them, new ones on top, and nothing is asked for again', async () => {
  const sent = await open(overviewOf())
  expect(await screen.findByText('451 Come back in a minute')).toBeTruthy()
  const ended = { nextAt: null, endedAt: '2026-11-14T20:06:00.000Z' }
  const news = [
    mailOf('2', { kind: 'of-a-newer-portal', state: 'dropped', answer: 'Too many mails are waiting', ...ended }),
    mailOf('1', { state: 'sent', tries: 2, answer: '250 Taken', ...ended }),
  ]
  act(() => room?.onDelta({ payload: { mails: news, counts: { ...COUNTS, waiting: 0, sent: 1, dropped: 1 } } }))
  expect(await screen.findByText('250 Taken')).toBeTruthy()
  expect(screen.queryByText('451 Come back in a minute')).toBeNull()
  expect(screen.getByText('of-a-newer-portal')).toBeTruthy()
  expect(screen.getByText('1 sent, 0 failed, 1 over a limit')).toBeTruthy()
  expect(sent.filter(({ path }) => path === '/api/mails')).toHaveLength(1)
})

test('the mail server’s own answer to a test mail is shown, and a page that did not load can be asked for again', async () => {
  await open(overviewOf())
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test mail' }))
  expect(await screen.findByText('535 Wrong password')).toBeTruthy()
  expect(screen.getByText('The mail was not sent.')).toBeTruthy()
  tearDown()
  await open(refusal(403, 'forbidden', 'Not for you'))
  expect(await screen.findByRole('button', { name: /again|Retry/ })).toBeTruthy()
})
