// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ManagedServer, ServerKey, Simulation } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../platform/query/query-client.ts'
import { ConfirmHost } from '../../../ui/confirm.tsx'
import { answerBy, show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { GameStep } from './GameStep.port.tsx'

const LINK: ManagedServer['link'] = {
  isOnline: false,
  players: 0,
  maxPlayers: null,
  lastHeartbeatAt: null,
  connectedAt: null,
  uptimeSeconds: 0,
  queued: 0,
  bridgeVersion: null,
  resource: null,
}
const SERVER: ManagedServer = {
  serverId: 1,
  name: 'San Andreas I',
  environment: 'prod',
  version: 1,
  address: null,
  maxPlayers: null,
  kicksUnlisted: false,
  isRetired: false,
  link: LINK,
  unitsOnDuty: 0,
  activeCalls: 0,
}
const keyMade = (secondsAgo: number): ServerKey => ({
  keyId: 7,
  kind: 'server',
  name: 'San Andreas I',
  createdAt: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  isLimited: false,
  refused: null,
})

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const SIMULATION: Simulation = {
  serverId: 2,
  name: 'Simulated game',
  startedAt: '2026-05-01T20:00:00Z',
  units: ['SIM-1', 'SIM-2'],
  isOnline: true,
}

/** A portal with one server and its keys; returns what was sent to it. */
async function open({ keys = [], link = LINK }: { keys?: readonly ServerKey[]; link?: ManagedServer['link'] } = {}) {
  const portal: { keys: readonly ServerKey[]; link: ManagedServer['link']; simulation: Simulation | null } = {
    keys,
    link,
    simulation: null,
  }
  const sent: { path: string; body: unknown }[] = []
  answerBy((path, { method = 'GET', body } = {}) => {
    if (method !== 'GET') sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (path === '/api/patrol/servers') return Response.json([SERVER])
    if (path === '/api/servers') return Response.json([{ ...SERVER, link: portal.link }])
    if (path === '/api/simulation') {
      if (method !== 'GET') portal.simulation = method === 'POST' ? SIMULATION : null
      return Response.json(method === 'DELETE' ? {} : { simulation: portal.simulation })
    }
    if (path === '/api/servers/resource') return new Response('a zip')
    if (method === 'GET') return Response.json(portal.keys)
    portal.keys = [keyMade(0)]
    return Response.json({ key: 'server_abc' })
  })
  await show(
    <>
      <GameStep />
      <ConfirmHost />
    </>,
  )
  return { portal, sent }
}

test('a key is made with one click, its lines are shown with the focus on copying them, and the wait begins', async () => {
  const { sent } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Issue a key' }))
  const copy = await screen.findByRole('button', { name: /Copy the lines for server.cfg/ })
  expect(sent).toEqual([{ path: '/api/servers/1/keys', body: { kind: 'server', name: 'San Andreas I' } }])
  expect(screen.getByText(/^exec @tenfour\/tenfour.cfg/).textContent).toMatch(/\nset tenfour_key "server_abc"\nensure tenfour$/)
  expect(document.activeElement).toBe(copy)
  expect(await screen.findByText(/^Waiting for the first heartbeat/)).toBeDefined()
  expect(screen.queryByText(/fxmanifest/)).toBeNull()
})

test('a key that was made before is replaced, and after two minutes the step says what to check', async () => {
  const { sent } = await open({ keys: [keyMade(165)] })
  expect((await screen.findByText(/^Waiting for the first heartbeat/)).textContent).toMatch(/, 2:4\d$/)
  expect(screen.getByText(/fxmanifest/)).toBeDefined()
  expect(screen.getByText(/address for this machine only/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Issue another key' }))
  await screen.findByRole('button', { name: /Copy the lines/ })
  expect(sent).toEqual([{ path: '/api/servers/1/keys/7/rotate', body: { overlapMinutes: 0 } }])
})

test('the first heartbeat is told by the room of the servers: the step says what has connected, and announces it', async () => {
  const { portal } = await open({ keys: [keyMade(5)] })
  await screen.findByText(/^Waiting for the first heartbeat/)
  const live = { isOnline: true, players: 3, maxPlayers: 48, lastHeartbeatAt: new Date().toISOString() }
  portal.link = { ...LINK, ...live, connectedAt: live.lastHeartbeatAt, bridgeVersion: '0.1.0', resource: 'tenfour' }
  act(() => void queryClient.setQueryData(['servers'], [{ ...SERVER, ...live }]))
  await waitFor(() =>
    expect(document.querySelector('[aria-live]')?.textContent).toBe('San Andreas I is connectedResource tenfour 0.1.0, 3 / 48 players'),
  )
  expect(screen.queryByText(/^Waiting/)).toBeNull()
})

test('the resource is downloaded under a name with its version', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Download tenfour-1.zip' }))
  await waitFor(() => expect(names).toEqual(['tenfour-1.zip']))
})

test('without a game at hand a simulated one is started with one click, and ended with one and a confirmation', async () => {
  const { sent } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Play a simulated one' }))
  expect(await screen.findByText(/SIM-1, SIM-2 drive about/)).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open the CAD'))
  expect(screen.getByText('Issue a key').closest('details')?.open, 'a game server can be connected all the same').toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'End game' }))
  const confirmation = await screen.findByRole('alertdialog')
  expect(confirmation.textContent).toContain('are deleted')
  fireEvent.click(within(confirmation).getByRole('button', { name: 'End game' }))
  expect(await screen.findByRole('button', { name: 'Play a simulated one' })).toBeDefined()
  expect(sent.map(({ path }) => path)).toEqual(['/api/simulation', '/api/simulation'])
})

test('with a game server connected, a simulated game is not offered', async () => {
  await open({ link: { ...LINK, isOnline: true, connectedAt: '2026-05-01T20:00:00Z', resource: 'tenfour', bridgeVersion: '0.1.0' } })
  await screen.findByText('San Andreas I is connected')
  expect(screen.queryByRole('button', { name: 'Play a simulated one' })).toBeNull()
})

test('a server that reports without our resource is seen, and is not asked to be connected', async () => {
  await open()
  await screen.findByRole('button', { name: 'Issue a key' })
  const live = { isOnline: true, lastHeartbeatAt: new Date().toISOString() }
  act(() => void queryClient.setQueryData(['servers'], [{ ...SERVER, ...live }]))
  await screen.findByText('San Andreas I is connected')
  expect(screen.queryByRole('button', { name: 'Issue a key' })).toBeNull()
})
