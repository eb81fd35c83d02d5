import type { ManagedServer } from '@tenfour/contract'
import { expect, test } from 'vitest'
import {
  changeWords,
  configLines,
  keyState,
  playersText,
  refusedWord,
  retireWords,
  serverState,
  withLiveStatus,
} from './managed-servers.ts'

const link: ManagedServer['link'] = {
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
const server = (over: Partial<ManagedServer> = {}): ManagedServer => ({
  serverId: 1,
  name: 'Server 1',
  environment: 'prod',
  version: 1,
  address: null,
  maxPlayers: 128,
  kicksUnlisted: false,
  isRetired: false,
  link,
  unitsOnDuty: 0,
  activeCalls: 0,
  ...over,
})
const at = '2026-11-01T20:00:00.000Z'

test('the status in the live room replaces the fetched status, of that server alone', () => {
  const connected = { ...link, maxPlayers: 64, connectedAt: at, bridgeVersion: '1.0.0' }
  const live = { isOnline: true, players: 9, maxPlayers: 48, lastHeartbeatAt: at }
  const activity = { unitsOnDuty: 17, activeCalls: 4 }
  const [first, second] = withLiveStatus([server({ link: connected }), server({ serverId: 2 })], [{ ...server(), ...live, ...activity }])
  expect(first).toMatchObject({ link: { ...connected, ...live }, ...activity })
  expect(second?.link).toEqual(link)
  expect(withLiveStatus([server()], undefined)).toEqual([server()])
})

test('a server is online, offline, never connected or retired', () => {
  expect(serverState(server()).word).toBe('Never connected')
  expect(serverState(server({ link: { ...link, connectedAt: at } })).word).toBe('Offline')
  expect(serverState(server({ link: { ...link, connectedAt: at, isOnline: true } })).word).toBe('Online')
  expect(serverState(server({ isRetired: true })).word).toBe('Retired')
})

test('players are counted only while the server is heard of', () => {
  expect(playersText(server())).toBe('– / 128')
  expect(playersText(server({ maxPlayers: null }))).toBe('–')
  expect(playersText(server({ link: { ...link, isOnline: true, players: 12, maxPlayers: 64 } }))).toBe('12 / 64')
})

test('the question before retiring names the calls that stay open', () => {
  expect(retireWords({ activeCalls: 0 })).not.toContain('open')
  expect(retireWords({ activeCalls: 1 })).toContain('The call that is open there stays open.')
  expect(retireWords({ activeCalls: 3 })).toContain('The 3 calls that are open there stay open.')
})

test('the changes another administrator made meanwhile are said in words', () => {
  expect(changeWords(server(), server({ version: 2 }))).toBe('It is as it was before.')
  const now = server({ name: 'Main', environment: 'dev', address: 'a:1', maxPlayers: null, kicksUnlisted: true })
  expect(changeWords(server(), now)).toBe(
    'Its name is now Main. It is now in development. Its address is now a:1. It has no limit of players any more. Unlisted players are now kicked.',
  )
})

test('a key is valid until it is revoked or its overlap ends, and replaced once', () => {
  const now = Date.parse(at)
  const later = '2026-11-01T21:00:00.000Z'
  expect(keyState({ revokedAt: null, expiresAt: null }, now)).toMatchObject({ word: 'Valid', isValid: true, canRotate: true })
  expect(keyState({ revokedAt: null, expiresAt: later }, now)).toMatchObject({ word: 'Replaced', isValid: true, canRotate: false })
  expect(keyState({ revokedAt: null, expiresAt: at }, now)).toMatchObject({ word: 'Ended', isValid: false })
  expect(keyState({ revokedAt: at, expiresAt: later }, now)).toMatchObject({ word: 'Revoked', isValid: false })
})

test('an action refused to a limited key is said in words', () => {
  expect(['ticket', 'event/duty-on', 'lookup.plate'].map((message) => refusedWord({ message }))).toEqual([
    'opening the tablet',
    'duty on',
    'lookup plate',
  ])
})

test('server.cfg never tells the players', () => {
  expect(configLines('server', 'k', 'https://portal.example')).toBe(
    'exec @tenfour/tenfour.cfg\nset tenfour_url "https://portal.example"\nset tenfour_key "k"\nensure tenfour',
  )
  expect(configLines('display', 'k', 'https://portal.example')).toBe('set tenfour_display_key "k"')
})
