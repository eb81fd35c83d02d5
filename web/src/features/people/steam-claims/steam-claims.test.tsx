// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { clearToken, setToken } from '../../../platform/session/token.ts'
import { tabStore } from '../../../platform/storage/storage.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { keepSteamAnswer } from './steam-answer.ts'
import { finishProof } from './steam-proof.ts'
import { SteamDisputesPage } from './SteamDisputesPage.tsx'
import { SteamStatus } from './SteamStatus.tsx'

const HEX = '11000010a1b2c3d'
const AT = '2026-11-18T20:00:00.000Z'
const FIELDS = {
  ns: 'http://specs.openid.net/auth/2.0',
  mode: 'id_res',
  op_endpoint: 'https://steamcommunity.com/openid/login',
  claimed_id: 'https://steamcommunity.com/openid/id/76561198129753149',
  identity: 'https://steamcommunity.com/openid/id/76561198129753149',
  return_to: 'https://portal.example.com/login/steam?state=s',
  response_nonce: '2026-11-18T20:00:00Zx+/=',
  assoc_handle: '1234567890',
  signed: 'signed,op_endpoint',
  sig: 'a+b/c=',
}
const back = (changes: Record<string, string> = {}) =>
  `?${new URLSearchParams({ state: 's', ...Object.fromEntries(Object.entries({ ...FIELDS, ...changes }).map(([name, value]) => [`openid.${name}`, value])) })}`

let answers: Record<string, () => Response>
let sent: { path: string; body: unknown }[]
beforeEach(() => {
  answers = {}
  sent = []
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.spyOn(notify, 'success').mockReturnValue()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push({ path, body: JSON.parse(body) })
    return answers[`${method} ${path}`]?.() ?? Response.json({ code: 'not_found', message: 'Nothing', requestId: '1' }, { status: 404 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearToken()
  tabStore.removeItem('steam')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: ReactNode) {
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: () => what })])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  await act(async () => {
    render(
      <ThemeProvider portalTheme="cad-light-theme">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ConfirmHost />
        </QueryClientProvider>
      </ThemeProvider>,
    )
  })
}

test('the answer of Steam is posted as it came, with the secret of the tab, once', async () => {
  answers['POST /api/steam/proof/finish'] = () => Response.json({ steamHex: HEX, outcome: 'proved' })
  setToken('token')
  tabStore.setItem('steam', 'of this tab')
  keepSteamAnswer(back())
  expect(await finishProof()).toEqual({ kind: 'proved', steamHex: HEX })
  expect(sent).toEqual([{ path: '/api/steam/proof/finish', body: { state: 's', tabSecret: 'of this tab', answer: FIELDS } }])
  expect(await finishProof()).toMatchObject({ kind: 'failed' })
  expect(sent).toHaveLength(1)
})

test.for([
  ['You cancelled at Steam.', { mode: 'cancel' }, true, true],
  ['There is no answer from Steam here. Start again.', { sig: '' }, true, true],
  ['This was started in another tab or browser. Start again here.', {}, false, true],
  ['You were signed out. Sign in, then prove your Steam account again.', {}, true, false],
] as const)('%s: nothing is posted', async ([message, changes, isOwnTab, isSignedIn]) => {
  if (isSignedIn) setToken('token')
  if (isOwnTab) tabStore.setItem('steam', 'of this tab')
  keepSteamAnswer(back(changes))
  expect(await finishProof()).toEqual({ kind: 'failed', message })
  expect(sent).toEqual([])
})

test.for([
  [{ provedAt: AT, proveAt: null, disputed: [] }, /^Proved at Steam/, null],
  [{ provedAt: null, proveAt: window.location.origin, disputed: [] }, 'Typed, not proved', 'Prove with Steam'],
  [
    { provedAt: AT, proveAt: window.location.origin, disputed: [{ steamHex: HEX, provedAt: AT }] },
    `Disputed: ${HEX}`,
    'Prove another Steam account',
  ],
] as const)('a member sees how their Steam account is known, and can prove it where that is possible', async ([claim, badge, button]) => {
  answers['GET /api/user/steam/7'] = () => Response.json({ steamHex: HEX, ...claim })
  await show(<SteamStatus userId={7} steamId={HEX} isOwn />)
  expect(await screen.findByText(badge)).toBeTruthy()
  expect(screen.queryByRole('button')?.textContent ?? null).toBe(button)
})

test('at another address than the portal’s own, a member is told where to prove it', async () => {
  answers['GET /api/user/steam/7'] = () =>
    Response.json({ steamHex: null, provedAt: null, disputed: [], proveAt: 'https://portal.example.com' })
  await show(<SteamStatus userId={7} steamId={null} isOwn />)
  expect(await screen.findByText('To prove your Steam account, open the portal at https://portal.example.com.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('staff give a disputed Steam account to one who proved it, after a question', async () => {
  const claim = (userId: number, name: string) => ({ userId, name, provedAt: AT, isDisabled: false, isDeleted: false })
  let open = [{ steamHex: HEX, mayDecide: true, claims: [claim(3, 'A. Senn'), claim(4, 'D. Ito')] }]
  answers['GET /api/steam/disputes'] = () => Response.json(open)
  answers['POST /api/steam/disputes'] = () => {
    open = []
    return Response.json({})
  }
  await show(<SteamDisputesPage />)
  fireEvent.click(await screen.findByRole('button', { name: /^Give to D. Ito/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Give to D. Ito' }))
  await waitFor(() => expect(screen.getByText('No Steam account is disputed.')).toBeTruthy())
  expect(sent).toEqual([{ path: '/api/steam/disputes', body: { steamHex: HEX, userId: 4 } }])
})
