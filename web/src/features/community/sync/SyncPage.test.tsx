// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { DriftItem, Permission, RoleGroupName } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { SignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { SyncPage } from './SyncPage.tsx'

const item = (change: Partial<DriftItem>): DriftItem => ({
  kind: 'lacks',
  discordId: '1',
  roleId: '10',
  member: { userId: 1, name: 'A. Senn' },
  role: 'BCSO',
  direction: 'give',
  isPowerful: false,
  detail: '',
  since: null,
  ...change,
})
let items: DriftItem[]
let followedAt: string | null
let held: object[]
let notRenamed: number
let gives: number
let posts: { path: string; body: unknown }[]
/** Paths that are refused end with this. */
let refused: string | null

const page = <T,>(all: T[]) => ({ items: all, total: all.length, isTotalExact: true, page: 1, pageSize: 25 })
async function answer(url: string, init?: RequestInit): Promise<Response> {
  const [path = ''] = url.split('?')
  if (refused !== null && path.endsWith(refused)) {
    return Response.json({ code: 'conflict', message: 'Not now', requestId: 'r' }, { status: 409 })
  }
  const guild = {
    guildId: '7',
    name: 'Our Town',
    memberCount: 50,
    linkedCount: 20,
    channelCount: 1,
    roleCount: 1,
    leftAt: null,
    followedAt,
    version: 1,
  }
  if (init?.method === 'POST') {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    posts.push({ path, body })
    if (path.endsWith('/follow')) followedAt = '2026-11-12T12:00:00.000Z'
    if (path.endsWith('/drift/fix') || path.endsWith('/drift/keep')) items = items.slice(1)
    if (path.endsWith('/fix-all')) return Response.json({ counts: { gives: 1, takes: 2, nicknames: 0, members: 3 }, isHeld: true })
    if (path.includes('/runs/')) held = []
    return Response.json(path.endsWith('follow') ? guild : {})
  }
  if (path === '/api/discord') {
    const bot = { state: 'connected', problem: '', name: 'Bot', pingMs: 41, since: '2026-11-12T12:00:00.000Z' }
    const jobs = { doneToday: 0, waiting: 0, held: 0, failed: 0, limitedUntil: null }
    return Response.json({ isSetUp: true, bot, guilds: [guild], jobs, open: { tickets: 0, votes: 0, grants: 0 } })
  }
  if (path.endsWith('/plan')) {
    const change = {
      member: { userId: 1, name: 'R. Delgado' },
      gives: [{ roleId: '10', name: 'Police' }],
      takes: [],
      nickname: { before: null, after: 'LSPD R. Delgado' },
    }
    const counts = { gives, takes: 0, nicknames: 1, members: 1 }
    return Response.json({
      ...page([change]),
      counts,
      byRole: [{ roleId: '10', name: 'Police', gives: 1, takes: 0, theirs: 4 }],
      linked: 20,
      notRenamed,
      digest: 'seen',
    })
  }
  if (path.endsWith('/held')) return Response.json(held)
  return Response.json({ ...page(items), fixable: items.length, digest: 'seen' })
}

beforeEach(() => {
  items = [item({}), item({ kind: 'extra', discordId: '2', member: { userId: 2, name: 'P. Novak' }, role: 'SAHP Trooper' })]
  followedAt = '2026-11-12T12:00:00.000Z'
  held = []
  notRenamed = 0
  gives = 1
  posts = []
  refused = null
  vi.stubGlobal('fetch', vi.fn(answer))
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(groups: RoleGroupName[] = ['Admin'], userPermissions: Permission[] = []) {
  const router = createRouter({
    routeTree: createRootRoute({ component: SyncPage }),
    history: createMemoryHistory({ initialEntries: ['/discord/sync'] }),
  })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <SignedInUser value={buildUser({ userId: 2, groups, userPermissions })}>
          <main id="main" tabIndex={-1}>
            <RouterProvider router={router} />
          </main>
          <ConfirmHost />
        </SignedInUser>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('before roles follow, the page shows what would change and starts with exactly that', async () => {
  followedAt = null
  await open()
  await screen.findByText(/^Gives 1 role, changes 1 nickname: 1 member\./)
  expect(screen.getByRole('cell', { name: 'Police' })).toBeTruthy()
  expect(screen.getByText('+ Police')).toBeTruthy()
  expect(screen.queryByText(/keeps? their nickname/)).toBeNull()
  await press('Start following')
  await press('Start')
  await waitFor(() => expect(posts).toEqual([{ path: '/api/discord/guilds/7/follow', body: { digest: 'seen' } }]))
})

test('staff without the permission see the preview and who can start it', async () => {
  followedAt = null
  await open(['Staff'])
  await screen.findByText(/someone with DISCORD_ADMIN, can start it/)
  expect(screen.queryByRole('button', { name: 'Start following' })).toBeNull()
})

test('a first sync that takes long says how long, before it is started', async () => {
  followedAt = null
  gives = 5999
  await open()
  expect(await screen.findByText(/one change a second through, so this takes about 1 h 40 min\./)).toBeTruthy()
  cleanup()
  queryClient.clear()
  gives = 40
  await open()
  await screen.findByText(/^Gives 40 roles/)
  expect(screen.queryByText(/one change a second/)).toBeNull()
})

test('the preview says how many the bot can’t rename', async () => {
  followedAt = null
  notRenamed = 2
  await open()
  const words = '2 members keep their nicknames: Discord lets no bot rename the owner of a server or anyone above the bot.'
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a role that could not be taken is told from one that could not be given', async () => {
  const reason = 'The bot’s role is below it.'
  items = [
    item({ kind: 'stuck', direction: 'give', detail: reason }),
    item({ kind: 'stuck', direction: 'take', detail: reason, discordId: null, member: { userId: 2, name: 'P. Novak' }, role: 'SAHP' }),
  ]
  await open()
  await screen.findByText('P. Novak')
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.some((row) => row?.includes(`was not given BCSO: ${reason}`))).toBe(true)
  expect(rows.some((row) => row?.includes(`still has SAHP: ${reason}`))).toBe(true)
  await press('Try again: P. Novak, SAHP')
  await waitFor(() =>
    expect(posts).toEqual([{ path: '/api/discord/guilds/7/drift/fix', body: { kind: 'stuck', userId: 2, roleId: '10' } }]),
  )
})

test('drift is settled or kept one item at a time, and the focus goes to the next item', async () => {
  await open(['Staff'], ['MANAGE_DISCORD'])
  const button = await screen.findByRole('button', { name: 'Give back: A. Senn, BCSO' })
  expect(screen.queryByRole('button', { name: 'Fix all' })).toBeNull()
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('A. Senn')).toBeNull())
  expect(posts).toEqual([{ path: '/api/discord/guilds/7/drift/fix', body: { kind: 'lacks', userId: 1, roleId: '10' } }])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Keep: P. Novak, SAHP Trooper'))
  fireEvent.click(screen.getByRole('button', { name: 'Keep: P. Novak, SAHP Trooper' }))
  await screen.findByText('No drift')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('staff see drift without buttons, and a powerful role is an admin’s', async () => {
  items = [item({ isPowerful: true })]
  await open(['Staff'], ['MANAGE_DISCORD'])
  await screen.findByText('needs an admin')
  expect(screen.queryByRole('button', { name: /A. Senn/ })).toBeNull()
})

test('a dry run says what fixing all would do, and changes nothing', async () => {
  await open()
  await press('Dry run')
  await screen.findByText(
    /Gives 1 role, takes 2 roles: 3 members\. This many removals wait until someone confirms them\. Nothing has been changed\./,
  )
  await press('Close')
  expect(posts).toEqual([{ path: '/api/discord/guilds/7/drift/fix-all', body: { digest: 'seen', isDryRun: true } }])
})

test('removals that wait are confirmed or left by those who may', async () => {
  held = [
    {
      runId: 3,
      guildId: '7',
      removals: 22,
      members: 21,
      linked: 60,
      roles: [{ roleId: '10', name: 'Police', removals: 22 }],
      createdAt: '2026-11-12T12:00:00.000Z',
      digest: 'held',
    },
  ]
  await open()
  await screen.findByText('22 removals wait for confirmation.')
  await press('Take away…')
  await press('Take away')
  await waitFor(() => expect(posts).toEqual([{ path: '/api/discord/runs/3/confirm', body: { digest: 'held' } }]))
  await waitFor(() => expect(screen.queryByText('22 removals wait for confirmation.')).toBeNull())
})

test.each([
  ['Discord', '/api/discord', 'No drift', '2026-11-12T12:00:00.000Z'],
  ['drift', '/drift', 'No drift', '2026-11-12T12:00:00.000Z'],
  ['the preview', '/plan', '+ Police', null],
])('%s that could not be loaded can be tried again', async (_what, path, shown, since) => {
  items = []
  followedAt = since
  refused = path
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  expect(screen.queryByText(shown)).toBeNull()
  refused = null
  await press('Try again')
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('removals that could not be loaded do not hide drift', async () => {
  refused = '/held'
  await open()
  await screen.findByText('Whether removals wait for you could not be loaded.')
  expect(await screen.findByText('A. Senn')).toBeTruthy()
})
