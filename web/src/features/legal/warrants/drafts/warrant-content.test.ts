import { MAX_CHARGES, type Offence, type WarrantContent } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { merge as mergeParts } from '../../../records/reports/drafts/drafts.port.ts'
import { clashWords } from './Clashes.tsx'
import {
  asType,
  EMPTY_WARRANT,
  inputOf,
  missingIn,
  subjectKinds,
  withOffence,
  withoutReport,
  wrongIn,
  readWholeNumber,
} from './warrant-content.ts'
import { WARRANT_PARTS } from './warrant-session.ts'
import { offeredReports, type Offered } from './warrant-sources.ts'

const content = (over: Partial<WarrantContent> = {}): WarrantContent => ({ ...EMPTY_WARRANT, ...over })
const person = { kind: 'person', characterId: 5, name: 'Dexter Marlowe', bornOn: null } as const
const vehicle = { kind: 'vehicle', vehicleId: 8, plate: '42QXK318', model: 'Sultan', colour: 'red' } as const
const offence = (offenceId: number, over: Partial<Offence> = {}): Offence => ({
  offenceId,
  revisionId: offenceId * 10,
  code: `PC ${offenceId}`,
  title: 'Robbery',
  type: 'Felony',
  category: 'Violence',
  description: '',
  fineMin: 500,
  fineMax: 2000,
  jailMin: 20,
  jailMax: 60,
  points: 2,
  version: 1,
  isRetired: false,
  changedAt: '2026-05-01T12:00:00.000Z',
  ...over,
})
const charges = withOffence([], offence(1))

describe('the choices by type', () => {
  test('only a search has a vehicle or a place as its subject', () => {
    expect(subjectKinds('search')).toEqual(['person', 'vehicle', 'place'])
    expect([subjectKinds('arrest'), subjectKinds('bench')]).toEqual([['person'], ['person']])
  })
  test('another type keeps the person and takes out a subject that it can’t have', () => {
    expect(asType(content({ subject: person }), 'bench')).toEqual({ type: 'bench', subject: person })
    expect(asType(content({ type: 'search', subject: vehicle }), 'arrest')).toEqual({ type: 'arrest', subject: null })
    expect(asType(content({ type: 'search', subject: vehicle }), 'search').subject).toBe(vehicle)
  })
})

describe('offences', () => {
  test('the same offence again is one more count, and a new wording replaces the old one with its counts', () => {
    const twice = withOffence(charges, offence(1))
    expect(twice).toMatchObject([{ revisionId: 10, counts: 2 }])
    expect(withOffence(twice, offence(1, { revisionId: 99 }))).toMatchObject([{ revisionId: 99, counts: 2 }])
  })
  test('no offences beyond the limit are added', () => {
    const full = Array.from({ length: MAX_CHARGES }, (_, index) => index + 1).reduce(
      (all, id) => withOffence(all, offence(id)),
      withOffence([], offence(1)),
    )
    expect(withOffence(full, offence(500))).toEqual(full)
  })
})

describe('completeness', () => {
  const missing = (over: Partial<WarrantContent>, outdated: readonly number[] = []) => Object.keys(missingIn(content(over), outdated))

  test('an arrest or bench warrant needs a person, an offence and an affidavit', () => {
    expect(missing({ type: 'arrest' })).toEqual(['subject', 'charges', 'affidavit'])
    expect(missing({ type: 'bench', subject: vehicle, charges, affidavit: ' ' })).toEqual(['subject', 'affidavit'])
    expect(missing({ type: 'arrest', subject: person, charges, affidavit: 'Seen' })).toEqual([])
  })
  test('a search needs what it is about and what for, but no offence', () => {
    expect(missing({ type: 'search' })).toEqual(['subject', 'searchFor', 'affidavit'])
    expect(missing({ type: 'search', subject: { kind: 'place', place: ' ', postal: '1034' }, searchFor: 'x', affidavit: 'x' })).toEqual([
      'subject.place',
    ])
    expect(missing({ type: 'search', subject: vehicle, searchFor: 'Rifles', affidavit: 'Seen' })).toEqual([])
  })
  test('an offence of an older wording has to be added again', () => {
    expect(missing({ subject: person, charges, affidavit: 'Seen' }, [10])).toEqual(['charges.0.revisionId'])
  })
  test('a value that the portal would refuse is named by its field', () => {
    const wrong = wrongIn(content({ charges: charges.map((each) => ({ ...each, counts: 100 })), bail: 99_999_999, days: 0 }))
    expect(Object.keys(wrong)).toEqual(['charges.0.counts', 'bail', 'days'])
    expect(wrongIn(content({ subject: person, charges, bail: 5000, days: 30 }))).toEqual({})
  })
})

test('a saved draft has ids instead of names', () => {
  const reports = [{ reportId: 3, number: 'A-2026-0003', about: 'Robbery' }]
  const evidence = [{ reportId: 3, item: 1, number: 'A-2026-0003', text: 'Rifle' }]
  expect(inputOf(content({ subject: vehicle, charges, reports, evidence }))).toMatchObject({
    subject: { kind: 'vehicle', vehicleId: 8 },
    charges: [{ revisionId: 10, counts: 1 }],
    reportIds: [3],
    evidence: [{ reportId: 3, item: 1 }],
  })
})

describe('reports', () => {
  const report = (reportId: number, over: Partial<Offered> = {}): Offered => ({
    reportId,
    number: `A-2026-000${reportId}`,
    about: 'Robbery',
    kind: 'arrest',
    state: 'final',
    subject: null,
    ...over,
  })
  test('reports of police that stand are offered, each once, without the linked ones', () => {
    const onRecord = [report(1), report(2, { state: 'voided' }), report(3, { kind: 'patient' }), report(4)]
    const offered = offeredReports(onRecord, [report(1), report(5, { state: 'submitted' })], '', [report(4)])
    expect(offered.map(({ reportId }) => reportId)).toEqual([1, 5])
  })
  test('reports on the record are narrowed by the typed text', () => {
    const onRecord = [report(1), report(2, { about: 'Arson' })]
    expect(offeredReports(onRecord, [], 'arson', []).map(({ reportId }) => reportId)).toEqual([2])
  })
  test('a report that is taken out takes its evidence along', () => {
    const items = [1, 2].map((reportId) => ({ reportId, item: 0, number: 'A', text: 'Rifle' }))
    expect(withoutReport(content({ reports: [report(1), report(2)], evidence: items }), 1)).toMatchObject({
      reports: [{ reportId: 2 }],
      evidence: [{ reportId: 2 }],
    })
  })
})

describe('two windows on one warrant', () => {
  const merge = (base: WarrantContent, mine: WarrantContent, theirs: WarrantContent) => mergeParts(WARRANT_PARTS, base, mine, theirs)
  const base = content({ subject: person, affidavit: 'Seen' })

  test('different fields are merged without asking', () => {
    const merged = merge(base, { ...base, affidavit: 'Seen twice' }, { ...base, bail: 5000, days: 10 })
    expect(merged).toEqual({ content: { ...base, affidavit: 'Seen twice', bail: 5000, days: 10 }, clashes: [] })
  })
  test('the type goes with its subject, so that a search of a vehicle never becomes an arrest of one', () => {
    const mine = { ...base, type: 'search', subject: vehicle } as const
    const theirs = { ...base, type: 'bench' } as const
    const merged = merge(base, mine, theirs)
    expect(merged.clashes.map(({ part }) => part)).toEqual(['about'])
    expect(WARRANT_PARTS.withPart(merged.content, 'about', merged.clashes[0]?.theirs)).toMatchObject({ type: 'bench', subject: person })
  })
  test('an item of evidence does not outlive its report that the other window took out', () => {
    const reports = [{ reportId: 3, number: 'A-2026-0003', about: 'Robbery' }]
    const before = { ...base, reports }
    const evidence = [{ reportId: 3, item: 0, number: 'A-2026-0003', text: 'Rifle' }]
    const merged = merge(before, { ...before, evidence }, { ...before, reports: [] })
    expect(merged.content).toMatchObject({ reports: [], evidence: [] })
  })
  test('a part that both windows changed is put in words', () => {
    expect(clashWords('about', { type: 'search', subject: vehicle })).toBe('Search warrant, 42QXK318 Sultan, red')
    expect(clashWords('charges', charges)).toBe('1 × PC 1 Robbery')
    expect(clashWords('bail', 5000)).toBe('$5,000')
  })
})

test('a number is read with its separators and the currency, and what is not a number is not shortened to one', () => {
  expect(['12000', '12,000', '$ 12 000'].map(readWholeNumber)).toEqual([12_000, 12_000, 12_000])
  expect(readWholeNumber(' ')).toBeNull()
  for (const text of ['10k', '1.5', '-3', 'none', '1234567890123']) expect(readWholeNumber(text)).toBeUndefined()
})
