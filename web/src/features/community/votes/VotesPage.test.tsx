// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Vote } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, settle, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { VotesPage } from './VotesPage.tsx'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const CHANNELS = [{ channelId: '5', name: 'voting', server: 'San Andreas' }]
const voteOf = (voteId: number, over: Partial<Vote> = {}): Vote => ({
  voteId,
  question: `New cars? (${voteId})`,
  options: [
    { label: 'Yes', count: 3 },
    { label: 'No', count: 1 },
  ],
  ballotCount: 4,
  channel: { channelId: '5', name: 'voting', server: 'San Andreas', url: 'https://discord.com/channels/1/5' },
  state: 'open',
  createdBy: { userId: 1, name: 'The admin' },
  createdAt: '2026-11-14T20:00:00.000Z',
  endsAt: '2999-01-01T00:00:00.000Z',
  ended: null,
  version: 3,
  ...over,
})
const pageOf = (...items: Vote[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const reads = (...items: Vote[]) => ({
  'GET /api/discord': overviewOf(),
  'GET /api/discord/votes': pageOf(...items),
  'GET /api/discord/votes/channels': CHANNELS,
})
const button = (name: string | RegExp) => screen.findByRole('button', { name })

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('totals in words and bars; who voted for what on request', async () => {
  answerWith({
    ...reads(voteOf(1)),
    'GET /api/discord/votes/1/ballots': {
      items: [{ member: { userId: 7, name: 'Rosa Delgado' }, option: 1, at: '2026-11-14T20:00:00.000Z' }],
      total: 1,
      isTotalExact: true,
      page: 1,
      pageSize: 50,
    },
  })
  await showDiscord(<VotesPage />, userWith('Staff'))
  const options = within(await screen.findByRole('list', { name: 'Options' })).getAllByRole('listitem')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Yes3 (75 %)', 'No1 (25 %)'])
  // Staff without MANAGE_DISCORD only read.
  expect(screen.queryByRole('button', { name: /End now|Call off|Start a vote/ })).toBeNull()
  fireEvent.click(await button(/^Who voted/))
  const row = (await screen.findByText('Rosa Delgado')).closest('tr')
  expect(row?.textContent).toContain('No')
})

test('started from the dialog with a preview; faults are named at their field', async () => {
  const sent = answerWith({ ...reads(), 'POST /api/discord/votes': voteOf(1) })
  await showDiscord(<VotesPage />, MANAGER)
  await screen.findByText('No open votes')
  const start = await button('Start a vote')
  await waitFor(() => expect(start.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(start)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Start the vote' }))
  expect(await dialog.findByText('Enter a question')).toBeTruthy()
  expect(dialog.getAllByText('Enter an option')).toHaveLength(2)
  expect(dialog.queryByText('Two options are the same')).toBeNull()
  fireEvent.change(dialog.getByLabelText(/^Question/), { target: { value: 'Which day?' } })
  fireEvent.change(dialog.getByLabelText('Option 1'), { target: { value: 'Friday' } })
  fireEvent.change(dialog.getByLabelText('Option 2'), { target: { value: 'friday' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Start the vote' }))
  expect(await dialog.findByText('Two options are the same')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Add an option' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Option 3'))
  fireEvent.change(dialog.getByLabelText('Option 2'), { target: { value: 'Saturday' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Remove option 3' }))
  expect(within(dialog.getByRole('region', { name: 'Preview' })).getByText('Which day?')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Start the vote' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    channelId: '5',
    question: 'Which day?',
    options: ['Friday', 'Saturday'],
  })
})

test('ending asks first; a conflict is said and the list loaded again', async () => {
  let isOver = false
  const sent = answerWith({
    ...reads(),
    'GET /api/discord/votes': () => pageOf(...(isOver ? [] : [voteOf(1)])),
    'POST /api/discord/votes/1/end': () => {
      isOver = true
      return refusal(409, 'conflict', 'This vote was already ended')
    },
  })
  await showDiscord(<VotesPage />, MANAGER)
  fireEvent.click(await button(/^End now/))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await settle()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(await button(/^End now/))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End the vote' }))
  expect(await screen.findByText('No open votes')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 3 })
})

test('without a channel for votes it says so', async () => {
  answerWith({ ...reads(), 'GET /api/discord/votes/channels': [] })
  await showDiscord(<VotesPage />, MANAGER)
  expect(await screen.findByText(/No channel has the type Voting/)).toBeTruthy()
})

test('votes that could not be loaded can be tried again', async () => {
  let isBroken = true
  answerWith({
    ...reads(),
    'GET /api/discord/votes': () => (isBroken ? refusal(409, 'conflict', 'Not now') : pageOf(voteOf(1))),
  })
  await showDiscord(<VotesPage />, MANAGER)
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  expect(screen.queryByText('No open votes')).toBeNull()
  isBroken = false
  fireEvent.click(await button('Try again'))
  expect(await screen.findByText('New cars? (1)')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an empty list says how votes come about, and so does the list of past ones', async () => {
  answerWith(reads())
  await showDiscord(<VotesPage />, userWith('Staff'))
  expect(await screen.findByText('No open votes')).toBeTruthy()
  expect(screen.getByText(/^A vote is posted in a channel of the type Voting\./)).toBeTruthy()
  fireEvent.click(await button('Past'))
  expect(await screen.findByText('No votes yet')).toBeTruthy()
  expect(screen.getByText('Results are kept here once a vote has ended.')).toBeTruthy()
})
