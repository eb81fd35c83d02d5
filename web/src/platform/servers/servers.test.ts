import type { Server } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { withLive, withoutServer, withServer } from './servers.ts'

const server = (serverId: number, version = 1, name = `Server ${serverId}`): Server => ({ serverId, name, environment: 'prod', version })

test('a new server comes last, a changed one stays in its place', () => {
  expect(withServer([server(1)], server(2))).toEqual([server(1), server(2)])
  expect(withServer([server(1), server(2)], server(1, 2, 'Main'))).toEqual([server(1, 2, 'Main'), server(2)])
})

test('news older than what is known changes nothing', () => {
  expect(withServer([server(1, 3, 'Now')], server(1, 2, 'Before'))).toEqual([server(1, 3, 'Now')])
})

test('how a server is follows, and outlasts a change of its name', () => {
  const live = { isOnline: true, players: 12, maxPlayers: 64, lastHeartbeatAt: '2026-11-01T20:00:00.000Z' }
  const known = withLive([server(1), server(2)], { serverId: 1, ...live })
  expect(known).toEqual([{ ...server(1), ...live }, server(2)])
  expect(withServer(known, server(1, 2, 'Main'))).toEqual([{ ...server(1, 2, 'Main'), ...live }, server(2)])
})

test('a retired server is gone', () => {
  expect(withoutServer([server(1), server(2)], 1)).toEqual([server(2)])
})
