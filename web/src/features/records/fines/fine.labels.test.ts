import type { JailTerm, OwnReport } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildFine } from '../own-records/testing/build-records.ts'
import { chargeWords, fineWords, inFineOrder, jailWords, mayContest, reportOutcome, unpaidWords } from './fine.labels.port.ts'

const NOW = new Date('2026-11-16T21:00:00')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()

const jail = (over: Partial<JailTerm> = {}): JailTerm => ({
  termId: 1,
  reportId: 1,
  number: 'A-2026-0001',
  characterId: 1,
  name: 'Dexter Marlowe',
  serverId: 1,
  minutes: 70,
  from: later(0),
  until: later(70),
  released: null,
  ...over,
})
const report = (over: Partial<OwnReport> = {}): OwnReport => ({
  reportId: 1,
  characterId: 1,
  characterName: 'Dexter Marlowe',
  kind: 'citation',
  number: 'C-2026-0001',
  state: 'final',
  department: 'SAHP',
  officer: '4L20',
  occurredAt: null,
  location: '',
  charges: [],
  fine: 150,
  jailMinutes: 0,
  points: 2,
  finalAt: later(0),
  voided: null,
  fineState: null,
  jail: null,
  fields: {},
  ...over,
})

test('a contested fine tells what is known at each step', () => {
  expect(fineWords(buildFine(1, 1))).toMatchObject({ word: 'Unpaid', detail: '' })
  expect(fineWords(buildFine(1, 1, { state: 'contested', contestReason: 'I was at home' }))).toMatchObject({
    word: 'Contested',
    detail: 'Waiting for a decision: I was at home',
  })
  const decided = { contestedAt: later(-60), decidedAt: later(-5), decisionReason: 'Radar log' }
  expect(fineWords(buildFine(1, 1, { ...decided, decision: 'upheld' })).detail).toBe('Contested, upheld: Radar log')
  expect(fineWords(buildFine(1, 1, { ...decided, decision: 'reduced', originalAmount: 1300 })).detail).toBe(
    'Contested, reduced from $1,300 to $150: Radar log',
  )
  expect(fineWords(buildFine(1, 1, { ...decided, state: 'dropped', decision: 'dropped' }))).toMatchObject({
    word: 'Dropped',
    detail: 'Contested, dropped: Radar log',
  })
})

test('only an unpaid fine can be contested, and only once', () => {
  expect(mayContest(buildFine(1, 1))).toBe(true)
  expect(mayContest(buildFine(1, 1, { contestedAt: later(-60), decision: 'upheld' }))).toBe(false)
  expect(mayContest(buildFine(1, 1, { state: 'paid' }))).toBe(false)
})

test('unpaid fines come first and are added up; contested fines are not added', () => {
  const fines = [
    buildFine(1, 1, { state: 'paid' }),
    buildFine(2, 1),
    buildFine(3, 1, { state: 'contested' }),
    buildFine(4, 1, { amount: 1300 }),
  ]
  expect(inFineOrder(fines).map(({ fineId }) => fineId)).toEqual([4, 2, 3, 1])
  expect(unpaidWords(fines)).toBe('2 unpaid fines, $1,450')
  expect(unpaidWords([buildFine(2, 1)])).toBe('1 unpaid fine, $150')
  expect(unpaidWords([buildFine(3, 1, { state: 'contested' })])).toBe('')
})

test('a jail term tells its end, and afterwards whether it was served or ended early', () => {
  expect(jailWords(jail(), NOW)).toBe('In jail until 22:10')
  expect(jailWords(jail({ until: later(-1) }), NOW)).toBe('Jail, 70 min, served')
  expect(jailWords(jail({ released: { at: later(-5), reason: 'Bail' } }), NOW)).toBe('Jail, 70 min, released early 20:55')
})

test('a report tells what it imposed', () => {
  expect(reportOutcome(report(), NOW)).toBe('Fine of $150 · 2 points')
  const reduced = buildFine(1, 1, { amount: 75, state: 'paid' })
  expect(reportOutcome(report({ fineState: reduced }), NOW)).toBe('Fine of $75, paid · 2 points')
  expect(reportOutcome(report({ kind: 'arrest', points: 1, jail: jail() }), NOW)).toBe('Fine of $150 · 1 point · In jail until 22:10')
  expect(reportOutcome(report({ kind: 'warning', fine: 0, points: 0 }), NOW)).toBe('No penalty')
  expect(reportOutcome(report({ state: 'voided', voided: { at: later(0), reason: 'Wrong person' } }), NOW)).toBe('Voided: Wrong person')
})

test('offences are named with their counts', () => {
  const charge = {
    revisionId: 1,
    offenceId: 1,
    type: 'Infraction',
    fine: 0,
    jailMinutes: 0,
    fineMin: 0,
    fineMax: 0,
    jailMin: 0,
    jailMax: 0,
  } as const
  const charges: OwnReport['charges'] = [
    { ...charge, code: '1-201', title: 'Speeding', counts: 1, points: 2 },
    { ...charge, code: '1-204', title: 'Reckless driving', counts: 2, points: 4 },
  ]
  expect(chargeWords(charges)).toBe('1-201 Speeding, 2 × 1-204 Reckless driving')
})
