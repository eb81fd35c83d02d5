import type { ServerStatus } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { activityText, unknownServers, withCurrentServers } from './server-statuses.ts'

const status = (serverId: number, name: string): ServerStatus => ({
  serverId,
  name,
  environment: 'prod',
  address: null,
  isOnline: true,
  players: 3,
  maxPlayers: 64,
  lastHeartbeatAt: null,
  unitsOnDuty: 1,
  activeCalls: 0,
})

test('a server is shown under the name it has now, and not once it is retired', () => {
  const servers = [{ serverId: 1, name: 'Main', environment: 'dev' as const, version: 2 }]
  expect(withCurrentServers([status(1, 'Server 1'), status(2, 'Gone')], servers)).toEqual([{ ...status(1, 'Main'), environment: 'dev' }])
  const live = { isOnline: false, players: 0, maxPlayers: 64, lastHeartbeatAt: null }
  expect(withCurrentServers([status(1, 'Main')], [{ serverId: 1, name: 'Main', environment: 'prod', version: 1, ...live }])).toEqual([
    { ...status(1, 'Main'), ...live },
  ])
  expect(withCurrentServers([status(1, 'Server 1')], undefined)).toEqual([status(1, 'Server 1')])
})

test.each([
  [17, 9, '17 units on duty, 9 calls'],
  [1, 1, '1 unit on duty, 1 call'],
  [0, 0, 'no units on duty, no calls'],
])('%i units and %i calls', (unitsOnDuty, activeCalls, text) => {
  expect(activityText({ unitsOnDuty, activeCalls })).toBe(text)
})

test('a server that was added since the statuses came is asked for, and nothing is while either list is on its way', () => {
  expect(unknownServers([status(1, 'Main')], [{ serverId: 1 }, { serverId: 3 }])).toEqual([3])
  expect(unknownServers([status(1, 'Main'), status(2, 'Gone')], [{ serverId: 1 }])).toEqual([])
  expect(unknownServers(undefined, [{ serverId: 1 }])).toEqual([])
  expect(unknownServers([], undefined)).toEqual([])
})
