// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { answerWith, refusal, settle, showDiscord } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { OpenVotesCard } from './OpenVotesCard.port.tsx'

const OPEN = 'GET /api/votes/open'
const voteOf = (voteId: number, over: object = {}) => ({
  voteId,
  question: `New cars? (${voteId})`,
  endsAt: '2999-01-01T00:00:00.000Z',
  url: 'https://discord.com/channels/1/5',
  ownOption: null,
  ...over,
})
const over = voteOf(3, { endsAt: '2020-01-01T00:00:00.000Z' })
const showCard = () => showDiscord(<OpenVotesCard />, buildUser())

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('open votes lead to Discord and say what one voted for; those that are over are left out', async () => {
  answerWith({ [OPEN]: [voteOf(1), voteOf(2, { ownOption: 'Yes' }), over] })
  await showCard()
  expect(await screen.findByText('Votes open')).toBeTruthy()
  const rows = within(screen.getByRole('list', { name: 'Open votes' })).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]!.textContent).toContain('New cars? (1) · you have not voted')
  expect(rows[1]!.textContent).toContain('New cars? (2) · you voted for Yes')
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('https://discord.com/channels/1/5')
})

test.each([
  ['no votes', []],
  ['only votes that are over', [over]],
  ['votes that could not be loaded', () => refusal(409, 'conflict', 'Not now')],
])('with %s there is no card', async (_what, answer) => {
  const sent = answerWith({ [OPEN]: answer })
  await showCard()
  await waitFor(() => expect([sent.length, queryClient.isFetching()]).toEqual([1, 0]))
  await settle()
  expect(screen.queryByText(/^Votes? open$/)).toBeNull()
})
