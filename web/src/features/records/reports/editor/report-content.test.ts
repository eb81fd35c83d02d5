import { finesSwitch, MAX_CHARGES, type Charge, type Offence, type ReportContent } from '@tenfour/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { setSwitchedOff } from '../../../../platform/features/features.ts'
import { merge as mergeParts } from '../drafts/drafts.port.ts'
import { chargeOf, chargeProblems, EMPTY_CONTENT, inputOf, rangeWords, withCounts, withOffence } from './report-content.ts'
import { penaltyWords } from '../report.labels.ts'
import { REPORT_PARTS } from './report-session.ts'

const { withPart } = REPORT_PARTS
const merge = (base: ReportContent, mine: ReportContent, theirs: ReportContent) => mergeParts(REPORT_PARTS, base, mine, theirs)

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
const content = (over: Partial<ReportContent> = {}): ReportContent => ({ ...EMPTY_CONTENT, ...over })

afterEach(() => setSwitchedOff([]))

describe('charges', () => {
  test('an offence is added with the lowest fine and jail that the kind imposes', () => {
    expect(chargeOf('arrest', offence(1))).toMatchObject({ counts: 1, fine: 500, jailMinutes: 20 })
    expect(chargeOf('citation', offence(1))).toMatchObject({ fine: 500, jailMinutes: 0 })
    expect(chargeOf('warning', offence(1))).toMatchObject({ fine: 0, jailMinutes: 0 })
  })
  test('while fines are switched off, no kind imposes one and none is asked for', () => {
    setSwitchedOff([finesSwitch.key])
    expect(chargeOf('arrest', offence(1))).toMatchObject({ fine: 0, jailMinutes: 20 })
    const charge = withCounts('arrest', chargeOf('arrest', offence(1)), 2)
    expect(charge).toMatchObject({ counts: 2, fine: 0, jailMinutes: 40 })
    expect(chargeProblems('arrest', charge)).toEqual({})
    expect(penaltyWords({ fine: 500, jailMinutes: 20, points: 2 })).toBe('20 min · 2 points')
  })
  test('the same offence again is one more count, and another wording of it replaces the old one', () => {
    const once = withOffence('arrest', [], offence(1))
    expect(withOffence('arrest', once, offence(1))).toMatchObject([{ counts: 2, fine: 1000, jailMinutes: 40 }])
    expect(withOffence('arrest', once, offence(1, { revisionId: 99 }))).toMatchObject([{ revisionId: 99, counts: 1 }])
  })
  test('no offences beyond the limit are added', () => {
    const full = Array.from({ length: MAX_CHARGES }, (_, index) => chargeOf('citation', offence(index + 1)))
    expect(withOffence('citation', full, offence(500))).toEqual(full)
  })
  test('more counts raise the lowest and highest amounts; an amount chosen by hand stays where it is allowed', () => {
    const charge = chargeOf('arrest', offence(1))
    expect(withCounts('arrest', { ...charge, fine: 2000 }, 3)).toMatchObject({ fine: 6000, jailMinutes: 60 })
    expect(withCounts('arrest', { ...charge, fine: 1200 }, 2)).toMatchObject({ fine: 1200 })
    expect(withCounts('arrest', { ...charge, fine: 700 }, 2)).toMatchObject({ fine: 1000 })
    expect(withCounts('warning', charge, 2)).toMatchObject({ fine: 0, jailMinutes: 0 })
  })
  test('an amount outside the range of all counts is named beside its field', () => {
    const charge = chargeOf('arrest', offence(1))
    const problems = (over: Partial<Charge>) => chargeProblems('arrest', { ...charge, ...over })
    expect(problems({})).toEqual({})
    expect(problems({ fine: 2000, jailMinutes: 60 })).toEqual({})
    expect(problems({ fine: 2001, jailMinutes: 19 })).toEqual({ fine: '$500 to $2,000', jailMinutes: '20 to 60' })
    expect(problems({ counts: 2, fine: 4000, jailMinutes: 120 })).toEqual({})
    expect(problems({ counts: 0 })).toEqual({ counts: '1 to 99' })
    expect(chargeProblems('warning', { ...charge, fine: 7 })).toEqual({})
  })
  test('a range is shown where there is a choice', () => {
    expect(rangeWords({ min: 500, max: 2000 }, 'money')).toBe('$500–2,000')
    expect(rangeWords({ min: 5, max: 15 }, 'min')).toBe('5–15 min')
    expect(rangeWords({ min: 75, max: 75 }, 'money')).toBe('')
  })
})

test('a saved draft has ids instead of names, and no evidence without text', () => {
  const subject = { characterId: 5, name: 'Dexter Marlowe', bornOn: null }
  const item = { text: 'Rifle', holder: '4L12', heldSince: null, pictureIds: [3] }
  const saved = inputOf(content({ subject, charges: [chargeOf('arrest', offence(1))], evidence: [item, { ...item, text: ' ' }] }))
  expect(saved).toMatchObject({ subjectId: 5, charges: [{ revisionId: 10, counts: 1, fine: 500, jailMinutes: 20 }], evidence: [item] })
})

describe('two windows on one draft', () => {
  const base = content({ narrative: 'Stopped', location: 'Legion Square', fields: { 4: 'old' } })

  test('a part that one window changed is merged without asking', () => {
    const merged = merge(base, { ...base, narrative: 'Stopped and cited' }, { ...base, location: 'Vespucci Blvd', postal: '6120' })
    expect(merged).toEqual({ content: { ...base, narrative: 'Stopped and cited', location: 'Vespucci Blvd', postal: '6120' }, clashes: [] })
  })
  test('the same change in both windows is no clash', () => {
    const both = { ...base, narrative: 'Cited' }
    expect(merge(base, both, { ...both })).toEqual({ content: both, clashes: [] })
  })
  test('a part that both windows changed differently is shown with both texts, and mine stays on the screen', () => {
    const merged = merge(base, { ...base, narrative: 'Mine' }, { ...base, narrative: 'Theirs', postal: '6120' })
    expect(merged.clashes).toEqual([{ part: 'narrative', mine: 'Mine', theirs: 'Theirs' }])
    expect(merged.content).toMatchObject({ narrative: 'Mine', postal: '6120' })
  })
  test('medical parts and the community’s fields are merged one by one, removed ones too', () => {
    const mine = { ...base, medical: { ...base.medical, outcome: 'Stable' }, fields: {} }
    const theirs = { ...base, medical: { ...base.medical, findings: 'Fracture' }, fields: { 4: 'old', 5: 'new' } }
    expect(merge(base, mine, theirs)).toEqual({
      content: { ...base, medical: { ...base.medical, outcome: 'Stable', findings: 'Fracture' }, fields: { 5: 'new' } },
      clashes: [],
    })
  })
  test('a call goes with its title', () => {
    const merged = merge(base, { ...base, callId: 7, callTitle: 'Robbery' }, { ...base, callId: 8, callTitle: 'Theft' })
    expect(merged.clashes).toMatchObject([{ part: 'call' }])
    expect(withPart(merged.content, 'call', merged.clashes[0]?.theirs)).toMatchObject({ callId: 8, callTitle: 'Theft' })
    expect(withPart(merged.content, 'call', null)).toMatchObject({ callId: null, callTitle: null })
  })
})
