// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Notice, WaitingItem } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

type Handlers = { onSnapshot: (snapshot: unknown) => void; onDelta: (delta: { event: string; payload: unknown }) => void }
const joined = new Map<string, Handlers>()
const realtime = '../../../platform/realtime/realtime.ts'

/** Loaded anew: files of one worker share their modules, and another one may have loaded the bell with the real connection. */
const load = async () => ({
  ...(await import('./Bell.port.tsx')),
  ...(await import('./WaitingCard.port.tsx')),
  ...(await import('../../legal/warrants/testing/show.tsx')),
})
let parts: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  vi.resetModules()
  vi.doMock(realtime, () => ({
    subscribe: (room: string, _params: object, handlers: Handlers) => {
      joined.set(room, handlers)
      return () => joined.delete(room)
    },
  }))
  parts = await load()
})
afterEach(() => parts.tearDown())
afterAll(() => {
  vi.doUnmock(realtime)
  vi.resetModules()
})

const FINES: WaitingItem = { id: 'unpaid-fines', count: 3, words: '3 unpaid fines', path: '/user/characters' }
const REPORTS: WaitingItem = { id: 'reports-to-approve', count: 12, words: '12 reports to approve', path: '/user/reports?tab=approve' }
const NOTICE: Notice = {
  noticeId: 1,
  title: 'You were promoted',
  text: '',
  path: null,
  createdAt: '2026-05-01T20:00:00.000Z',
  readAt: null,
}

const open = async (waiting: readonly WaitingItem[], notices: readonly Notice[] = []) => {
  const { Bell, WaitingCard, show } = parts
  await show(
    <>
      <Bell />
      <WaitingCard userId={1} />
    </>,
  )
  act(() => {
    joined.get('notices')?.onSnapshot(notices)
    joined.get('waiting')?.onSnapshot(waiting)
  })
}
const bell = () => screen.getByRole('button', { name: /^Notices/ })
const links = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('the bell counts unread notices and the kinds of things that wait, and says both in words', async () => {
  await open([FINES, REPORTS], [NOTICE])
  expect(bell().getAttribute('aria-label')).toBe('Notices, 1 unread, 2 waiting for you')
  expect(bell().textContent).toBe('3')
})

test('the popup shows the list “Waiting for you” above the newest notices, and closes with a link', async () => {
  await open([FINES, REPORTS], [NOTICE])
  fireEvent.click(bell())
  const popup = screen.getByRole('dialog', { name: 'Notices' })
  await within(popup).findByRole('heading', { name: 'Notices' })
  expect(
    within(popup)
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Waiting for you', 'Notices'])
  const list = within(popup).getByRole('list', { name: 'Waiting for you' })
  expect(links(list)).toEqual([
    ['3 unpaid fines', '/user/characters'],
    ['12 reports to approve', '/user/reports?tab=approve'],
  ])
  fireEvent.click(within(list).getByRole('link', { name: '3 unpaid fines' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the card of the home page lists the same, follows the room, and is not there while nothing waits', async () => {
  await open([])
  expect([bell().getAttribute('aria-label'), bell().textContent, screen.queryByText('Waiting for you')]).toEqual(['Notices', '', null])
  act(() => joined.get('waiting')?.onDelta({ event: 'waiting.changed', payload: [FINES] }))
  expect(bell().getAttribute('aria-label')).toBe('Notices, 1 waiting for you')
  expect(links(screen.getByRole('list', { name: 'Waiting for you' }))).toEqual([['3 unpaid fines', '/user/characters']])
  act(() => joined.get('waiting')?.onDelta({ event: 'waiting.changed', payload: [] }))
  expect(screen.queryByText('Waiting for you')).toBeNull()
})
