import { expect, test } from 'vitest'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { custodyWords, fieldsWithValue, fineSentence, jailSentence, penaltyWords, stateOf } from './report-words.ts'
import { buildField } from './testing/build-report.ts'

test('an amendment that waits or was returned is the state of a final report', () => {
  expect(stateOf({ state: 'final', amendment: null }).words).toBe('Final')
  expect(stateOf({ state: 'final', amendment: 'submitted' })).toEqual({ words: 'Amendment waiting', tone: 'warning' })
  expect(stateOf({ state: 'final', amendment: 'returned' }).words).toBe('Amendment returned')
  expect(stateOf({ state: 'voided', amendment: null }).words).toBe('Voided')
})

test('what a report imposes is said in a line, and nothing where it imposes nothing', () => {
  expect(penaltyWords({ fine: 1250, jailMinutes: 75, points: 1 })).toBe('$1,250 · 1 h 15 min jail · 1 point')
  expect(penaltyWords({ fine: 0, jailMinutes: 0, points: 0 })).toBe('')
})

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
  version: 1,
}

test('a fine says what is to be paid and whether it was', () => {
  const paidAt = '2026-05-01T12:00:00.000Z'
  expect(fineSentence(FINE)).toBe('$300, unpaid')
  expect(fineSentence({ ...FINE, amount: 150 })).toBe('$150 (reduced from $300), unpaid')
  expect(fineSentence({ ...FINE, state: 'paid', paidAt })).toBe(`$300, paid ${dateOnly(paidAt)}`)
  expect(fineSentence({ ...FINE, amount: 0, state: 'dropped' })).toBe('$300, dropped')
})

test('jail says until when, that it was served, or the early release', () => {
  const until = '2026-05-01T12:15:00.000Z'
  const term = { minutes: 15, until, released: null }
  expect(jailSentence(term, new Date('2026-05-01T12:00:00Z'))).toBe(`15 min, until ${dateTime(until)}`)
  expect(jailSentence(term, new Date('2026-05-01T13:00:00Z'))).toBe(`15 min, served ${dateTime(until)}`)
  const at = '2026-05-01T12:05:00.000Z'
  expect(jailSentence({ ...term, released: { at, reason: 'Mistake' } }, new Date(until))).toBe(`15 min, released early ${dateTime(at)}`)
})

test('fields with a value come in their order, retired ones too; those of other kinds have no name here', () => {
  const fields = [
    buildField({ fieldId: 3, position: 2 }),
    buildField({ fieldId: 4, position: 1, type: 'date', name: 'Court day', isRetired: true }),
    buildField({ fieldId: 5, of: 'citation', name: 'Radar' }),
  ]
  expect(fieldsWithValue({ '3': '4L12', '4': '2026-05-01', '5': 12.5 }, fields, 'arrest')).toEqual([
    { fieldId: 4, name: 'Court day', words: dateOnly('2026-05-01') },
    { fieldId: 3, name: 'Miranda read by', words: '4L12' },
    { fieldId: 5, name: 'Field 5', words: '12.5' },
  ])
})

test('custody says who holds it since when, as far as known', () => {
  const at = '2026-05-01T12:00:00.000Z'
  expect(custodyWords({ holder: '4L12', heldSince: at })).toBe(`held by 4L12 since ${dateTime(at)}`)
  expect(custodyWords({ holder: '', heldSince: null })).toBe('')
})
