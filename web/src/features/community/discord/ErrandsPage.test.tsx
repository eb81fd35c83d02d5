// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DiscordErrand } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { keepNews } from './discord.queries.ts'
import { ErrandsPage } from './ErrandsPage.tsx'
import { errandOf, overviewOf } from './testing/discord.ts'
import { answerWith, refusal, settle, showDiscord, userWith } from './testing/show-discord.tsx'

const MANAGER = userWith('Staff', 'MANAGE_DISCORD')
const pageOf = (...items: DiscordErrand[]) => ({ items, total: items.length, isTotalExact: true, page: 1, pageSize: 25 })
const reads = (...items: DiscordErrand[]) => ({ 'GET /api/discord': overviewOf(), 'GET /api/discord/errands': pageOf(...items) })

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const answer = (name: string) => fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

test('each says what it does, how it went and why it failed', async () => {
  const waiting = errandOf(2, {
    state: 'waiting',
    attempts: 3,
    problem: 'Discord answered 503.',
    endedAt: null,
    runAt: '2999-01-01T00:00:00.000Z',
  })
  answerWith(
    reads(errandOf(1), waiting, errandOf(3, { state: 'held', problem: '', endedAt: null }), errandOf(4, { state: 'done', problem: '' })),
  )
  await showDiscord(<ErrandsPage />, MANAGER)
  await screen.findByText('Give LSPD Sergeant to R. Delgado (1)')
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('The bot’s role is below LSPD Sergeant.')
  expect(rows[2]).toMatch(/Waiting.*Discord answered 503\. 3 tries, next try/)
  expect(rows[3]).toContain('waits for someone to confirm it')
  // Nothing can be done about what was done, nor here about what waits for a decision.
  expect(screen.getAllByRole('button', { name: /^Drop/ })).toHaveLength(2)
})

test('staff without MANAGE_DISCORD only read', async () => {
  answerWith(reads(errandOf(1)))
  await showDiscord(<ErrandsPage />, userWith('Staff'))
  await screen.findByText('Failed', { selector: 'td *' })
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
})

test('one is tried again in its place, and its button keeps the focus', async () => {
  const sent = answerWith({
    ...reads(errandOf(1), errandOf(2)),
    'POST /api/discord/errands/1/retry': errandOf(1, { state: 'waiting', endedAt: null, problem: '' }),
  })
  await showDiscord(<ErrandsPage />, MANAGER)
  const again = await button(/^Try again.*\(1\)/)
  act(() => again.focus())
  fireEvent.click(again)
  await waitFor(() => expect(screen.getAllByRole('row')[1]!.textContent).toContain('Waiting'))
  await settle()
  expect(document.activeElement).toBe(again)
  expect(sent.filter(({ path }) => path === '/api/discord/errands')).toHaveLength(1)
})

test('dropping asks first; afterwards the next row has the focus', async () => {
  const sent = answerWith({
    ...reads(errandOf(1), errandOf(2)),
    'POST /api/discord/errands/1/drop': errandOf(1, { state: 'dropped' }),
  })
  await showDiscord(<ErrandsPage />, MANAGER)
  const drop = await button(/^Drop.*\(1\)/)
  act(() => drop.focus())
  fireEvent.click(drop)
  answer('Cancel')
  await settle()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(drop)
  answer('Drop job')
  await waitFor(() => expect(screen.getAllByRole('row')[1]!.textContent).toContain('Dropped'))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('(2)'))
})

test('all that failed is dropped at once, once someone is sure; only where what failed is listed', async () => {
  const success = vi.spyOn(notify, 'success')
  let items = [errandOf(1), errandOf(2), errandOf(3)]
  const sent = answerWith({
    'GET /api/discord': overviewOf(),
    'GET /api/discord/errands': () => pageOf(...items),
    'POST /api/discord/errands/drop-failed': () => {
      items = []
      return { dropped: 2, kept: 1 }
    },
  })
  await showDiscord(<ErrandsPage />, MANAGER)
  const states = await screen.findByRole('combobox', { name: 'State' })
  expect(screen.queryByRole('button', { name: 'Drop all failed' })).toBeNull()
  // None is ever held.
  expect(within(states).queryByRole('option', { name: 'Held' })).toBeNull()
  fireEvent.change(states, { target: { value: 'failed' } })
  fireEvent.click(await button('Drop all failed'))
  answer('Cancel')
  await settle()
  expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(await button('Drop all failed'))
  answer('Drop all')
  await waitFor(() => expect(success).toHaveBeenCalledWith('2 jobs dropped. 1 needs an admin.'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Drop all failed' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' })))
})

test('a job that someone else has ended is loaded again', async () => {
  let isDone = false
  answerWith({
    'GET /api/discord': overviewOf(),
    'GET /api/discord/errands': () => pageOf(errandOf(1, isDone ? { state: 'done', problem: '' } : {})),
    'POST /api/discord/errands/1/retry': () => {
      isDone = true
      return refusal(409, 'conflict', 'This has ended')
    },
  })
  await showDiscord(<ErrandsPage />, MANAGER)
  fireEvent.click(await button(/^Try again/))
  await waitFor(() => expect(screen.getAllByRole('row')[1]!.textContent).toContain('Done'))
})

test('rows stay where they are while others come; a press shows them', async () => {
  let items = [errandOf(1)]
  answerWith({ 'GET /api/discord': overviewOf(), 'GET /api/discord/errands': () => pageOf(...items) })
  await showDiscord(<ErrandsPage />, MANAGER)
  await button('Refresh')
  await screen.findByText('Give LSPD Sergeant to R. Delgado (1)')
  items = [errandOf(2), errandOf(1)]
  act(() => keepNews({ event: 'jobs.changed', payload: { ...overviewOf().jobs, failed: 9 } }))
  const changes = await button('Show changes')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  fireEvent.click(changes)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  expect(await button('Refresh')).toBe(changes)
})

test('before the first it says what will be here; what can’t be loaded is tried again', async () => {
  answerWith(reads())
  await showDiscord(<ErrandsPage />, MANAGER)
  expect(await screen.findByText('Nothing has been done in Discord yet')).toBeTruthy()
  tearDown()
  answerWith({ 'GET /api/discord': overviewOf(), 'GET /api/discord/errands': refusal(403, 'forbidden', 'No') })
  await showDiscord(<ErrandsPage />, MANAGER)
  expect(await button('Try again')).toBeTruthy()
})
