// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReviewItem, Correction } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { buildDetail, buildPatrol } from '../patrols/testing/build-patrol.ts'
import { ReviewPage, nextItem, reviewWords } from './ReviewPage.tsx'

const NAMES = ['A. Senn', 'D. Ito', 'P. Novak']
let waiting: number[]
const item = (patrolId: number): ReviewItem => ({ ...buildPatrol({ patrolId }), name: NAMES[patrolId - 1]!, asked: null, gapSeconds: 1080 })

async function answer(url: string, init?: RequestInit): Promise<Response> {
  const [path = ''] = url.split('?')
  const id = Number(path.split('/').at(-1))
  if (init?.method === 'POST') {
    if (!waiting.includes(id)) return Response.json({ code: 'conflict', message: 'L. Moreau has already decided' }, { status: 409 })
    waiting = waiting.filter((each) => each !== id)
    return Response.json({ patrolId: id, version: 5 })
  }
  if (path === '/api/patrols/review')
    return Response.json({ items: waiting.map(item), total: waiting.length, isTotalExact: true, page: 1, pageSize: 25 })
  const isWaiting = waiting.includes(id)
  const gap = { ...buildDetail().gaps[0]!, gapId: id, isCounted: !isWaiting }
  return Response.json(
    buildDetail({ patrolId: id, name: NAMES[id - 1]!, userId: 9, canDecide: true, gaps: [gap], version: isWaiting ? 4 : 5 }),
  )
}

beforeEach(() => {
  waiting = [1, 2, 3]
  vi.stubGlobal('fetch', vi.fn(answer))
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: ReviewPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={buildUser({ userId: 2, groups: ['Staff'] })}>
          <main id="main" tabIndex={-1}>
            <RouterProvider router={router} />
          </main>
        </SignedInUser>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  await screen.findByRole('heading', { name: 'A. Senn, 2S31' })
}
const focused = () => document.activeElement?.textContent ?? ''

test('after a decision the next patrol is open and has the focus, until nothing waits', { timeout: 20_000 }, async () => {
  await open()
  for (const next of ['D. Ito', 'P. Novak']) {
    const button = await screen.findByRole('button', { name: 'Count' })
    button.focus()
    fireEvent.click(button)
    await screen.findByRole('heading', { name: `${next}, 2S31` })
    await waitFor(() => expect(focused()).toContain(next))
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Leave out' }))
  await screen.findByText('Nothing to review')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('a patrol that someone else decides on stays open instead of giving way to the next one', async () => {
  await open()
  await screen.findByRole('button', { name: 'Count' })
  waiting = [2, 3]
  await act(() => queryClient.invalidateQueries({ queryKey: ['patrols'] }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^A. Senn/ })).toBeNull())
  expect(screen.getByRole('heading', { name: 'A. Senn, 2S31' })).toBeTruthy()
})

test('two decide on the last one: the second is told so and keeps the focus', async () => {
  const told = vi.spyOn(notify, 'error').mockReturnValue()
  waiting = [1]
  await open()
  const button = await screen.findByRole('button', { name: 'Count' })
  waiting = []
  button.focus()
  fireEvent.click(button)
  await screen.findByText('Nothing to review')
  expect(told).toHaveBeenCalledExactlyOnceWith('L. Moreau has already decided')
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-queue-end')).toBe(true))
})

test('arrow keys go through the queue, which is one tab stop', async () => {
  await open()
  const entry = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
  const stops = () => screen.getAllByRole('button', { name: /not in the game/ }).map(({ tabIndex }) => tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  act(() => entry('A. Senn').focus())
  fireEvent.keyDown(entry('A. Senn'), { key: 'End' })
  await screen.findByRole('heading', { name: 'P. Novak, 2S31' })
  expect(focused()).toContain('P. Novak')
  expect(stops()).toEqual([-1, -1, 0])
  expect(entry('P. Novak').getAttribute('aria-current')).toBe('true')
})

const items = [1, 2, 3].map((patrolId) => ({ patrolId }))

test('after a decision the next one follows, at the end the one before, and none in an empty queue', () => {
  expect(nextItem(items, 1)?.patrolId).toBe(2)
  expect(nextItem(items, 3)?.patrolId).toBe(2)
  expect(nextItem(items.slice(0, 1), 1)).toBeUndefined()
  expect(nextItem([], 1)).toBeUndefined()
})

test('an item that someone else has decided meanwhile leads to the first item', () => {
  expect(nextItem(items, 9)?.patrolId).toBe(1)
})

test('an item that waits is described in a few words', () => {
  const asked = { startedAt: null, endedAt: '2026-11-14T23:00:00.000Z', countsGaps: true } as Correction
  expect(reviewWords({ asked: null, gapSeconds: 1080 })).toBe('18 min not in the game')
  expect(reviewWords({ asked, gapSeconds: 0 })).toBe('Asks to change the end time and to count absences')
  expect(reviewWords({ asked: { ...asked, endedAt: null }, gapSeconds: 120 })).toBe('Asks to count absences; 2 min not in the game')
  expect(reviewWords({ asked: { ...asked, startedAt: asked.endedAt, countsGaps: false }, gapSeconds: 0 })).toBe(
    'Asks to change the start and end times',
  )
})
