import { expect, test } from 'vitest'
import { MAY_NOTHING } from './testing/full-warrant.ts'
import { warrantOf } from './testing/warrant.ts'
import { countsLine, reasonOf, signingWords, sinceWords, standing, stateAt } from './warrant.labels.ts'

const NOW = new Date('2026-11-14T22:16:00.000Z')

test('the header counts warrants that wait, are active and expire', () => {
  expect(countsLine({ mine: 3, active: 11, expiring: 2 })).toBe('3 waiting for you · 11 active · 2 expire this week')
  expect(countsLine({ mine: 1000, active: 0, expiring: 0 })).toBe('1,000+ waiting for you · 0 active')
})

test('a state is worded for its reader', () => {
  const reviewer = { userId: 1, identifier: '', name: 'V. Oakes' }
  const words = (over: Parameters<typeof warrantOf>[1]) => standing(warrantOf(1, over), 1, NOW).words
  expect(words({ state: 'review', reviewer })).toBe('Under review by you')
  expect(words({ state: 'review', reviewer: { ...reviewer, userId: 2 } })).toBe('Under review')
  expect(words({ state: 'review', reviewer, isReady: true })).toBe('Ready to sign')
  expect(words({ isChanged: true })).toBe('Changed')
})

test('an active warrant whose time is over is expired before the portal says so', () => {
  expect(stateAt({ state: 'active', expiresAt: '2026-11-14T22:16:00.000Z' }, NOW)).toBe('expired')
  expect(stateAt({ state: 'active', expiresAt: '2026-11-14T22:16:01.000Z' }, NOW)).toBe('active')
})

test('a row tells how long its warrant waits', () => {
  expect(sinceWords(warrantOf(1, { since: '2026-11-14T21:58:00.000Z' }), NOW)).toBe('waiting 18 min')
  expect(sinceWords(warrantOf(1, { since: '2026-11-11T21:58:00.000Z' }), NOW)).toBe('waiting 3 d')
})

test('the reasons why a reader may not sign', () => {
  const warrant = { ...warrantOf(1), may: MAY_NOTHING }
  expect(signingWords(warrant, 7, true)).toBe('You may not sign: you wrote it.')
  expect(signingWords(warrant, 1, false)).toContain('Legal Services Supervisor')
  expect(signingWords({ ...warrant, state: 'active' }, 7, true)).toBe('')
})

test('the reason is shown above a warrant that was returned, denied or recalled', () => {
  expect(reasonOf({ state: 'returned', reason: 'Name the second count' })?.title).toBe('Returned for changes')
  expect(reasonOf({ state: 'served', reason: '' })).toBeNull()
})
