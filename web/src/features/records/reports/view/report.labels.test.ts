import { expect, test } from 'vitest'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { custodyWords, fineSentence, jailSentence } from './report.labels.ts'

const FINE = {
  fineId: 1,
  reportId: 7,
  characterId: 5,
  amount: 300,
  originalAmount: 300,
  state: 'unpaid' as const,
  contestReason: '',
  contestedAt: null,
  decision: null,
  decisionReason: '',
  decidedAt: null,
  paidAt: null,
  reportedAt: null,
  version: 1,
}

test('a fine tells its amount and whether it was paid', () => {
  const paidAt = '2026-05-01T12:00:00.000Z'
  expect(fineSentence(FINE)).toBe('$300, unpaid')
  expect(fineSentence({ ...FINE, amount: 150 })).toBe('$150 (reduced from $300), unpaid')
  expect(fineSentence({ ...FINE, state: 'paid', paidAt })).toBe(`$300, paid ${dateOnly(paidAt)}`)
  expect(fineSentence({ ...FINE, amount: 0, state: 'dropped' })).toBe('$300, dropped')
})

test('a jail term tells its end, that it was served, or the early release', () => {
  const until = '2026-05-01T12:15:00.000Z'
  const term = { minutes: 15, until, released: null }
  expect(jailSentence(term, new Date('2026-05-01T12:00:00Z'))).toBe(`15 min, until ${dateTime(until)}`)
  expect(jailSentence(term, new Date('2026-05-01T13:00:00Z'))).toBe(`15 min, served ${dateTime(until)}`)
  const at = '2026-05-01T12:05:00.000Z'
  expect(jailSentence({ ...term, released: { at, reason: 'Mistake' } }, new Date(until))).toBe(`15 min, released early ${dateTime(at)}`)
})

test('custody tells who holds the evidence since when, as far as known', () => {
  const at = '2026-05-01T12:00:00.000Z'
  expect(custodyWords({ holder: '4L12', heldSince: at })).toBe(`held by 4L12 since ${dateTime(at)}`)
  expect(custodyWords({ holder: '', heldSince: null })).toBe('')
})
