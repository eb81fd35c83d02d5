import type { ServerWhitelist } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { lastPushTimes, outcomeSince, outcomeWords, whitelistState } from './whitelist.ts'

type Push = NonNullable<ServerWhitelist['lastPush']>
const [earlier, later] = ['2026-11-01T20:00:00.000Z', '2026-11-01T21:00:00.000Z']
const push = (outcome: Push['outcome'], requestedAt = later): Push => ({
  requestedAt,
  requestedBy: null,
  outcome,
  acknowledgedAt: null,
  version: null,
})
const whitelist = (over: Partial<ServerWhitelist> = {}) => ({
  serverId: 1,
  environment: 'prod' as const,
  isEnforced: true,
  wouldRefuse: 0,
  version: 4,
  members: 12,
  acknowledgedVersion: 4,
  acknowledgedAt: later,
  lastPush: null,
  ...over,
})

test.each<[string, Partial<ServerWhitelist>]>([
  ['Up to date', {}],
  ['Up to date', { lastPush: push('not connected', earlier) }],
  ['Never synced', { acknowledgedVersion: null, lastPush: push('not connected') }],
  ['Out of date', { acknowledgedVersion: 3, lastPush: push('not connected') }],
  ['On its way', { acknowledgedVersion: 3, lastPush: push('waiting') }],
  ['Failed', { acknowledgedVersion: 3, lastPush: push('failed') }],
])('the state of a server’s whitelist: %s', (word, over) => {
  expect(whitelistState(whitelist(over)).word).toBe(word)
})

test('an outcome counts only for the push that was asked for last', () => {
  const before = lastPushTimes([whitelist({ lastPush: push('acknowledged', earlier) })]).get(1)
  expect(outcomeSince(whitelist({ lastPush: push('acknowledged', earlier) }), before)).toBe('waiting')
  expect(outcomeSince(whitelist({ lastPush: push('failed', later) }), before)).toBe('failed')
  expect(outcomeSince(undefined, undefined)).toBe('waiting')
})

test('the outcome of all servers is said in words', () => {
  expect(outcomeWords(['acknowledged'])).toBe('1 of 1 server acknowledged.')
  expect(outcomeWords(['acknowledged', 'waiting', 'not connected', 'failed', 'failed'])).toBe(
    '1 of 5 servers acknowledged. 1 is still to answer. 1 is offline and will sync when it connects. 2 failed and will be retried with the next heartbeat.',
  )
})
