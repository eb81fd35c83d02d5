import type { ReportContent, ReportKind, ReportEvent } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { dateTime } from '../../../../platform/format/dates.ts'
import { changesBetween, approvalOf, proposedComparison, versionBefore } from './report-changes.ts'
import { buildCharge, buildContent, buildField, buildReport, WRITER } from './testing/build-report.ts'

const FIELDS = [buildField(), buildField({ fieldId: 4, type: 'flag', name: 'Resisted', position: 2 })]
const changes = (before: Partial<ReportContent>, after: Partial<ReportContent>, kind: ReportKind = 'arrest') =>
  changesBetween({ kind, before: buildContent(before), after: buildContent(after), fields: FIELDS })

test('two equal versions have no changes', () => {
  const content = {
    narrative: 'Same',
    charges: [buildCharge()],
    evidence: [{ text: 'Knife', holder: '', heldSince: null, pictureIds: [1] }],
  }
  expect(changes(content, content)).toEqual([])
})

test('single values show before and after, in words', () => {
  const at = '2026-05-01T12:00:00.000Z'
  expect(
    changes({}, { callId: 42, callTitle: 'Traffic stop', occurredAt: at, location: 'Legion Square', postal: '8021', subject: null }),
  ).toEqual([
    { type: 'value', label: 'Call', before: '', after: '#42 Traffic stop' },
    { type: 'value', label: 'Date and time', before: '', after: dateTime(at) },
    { type: 'value', label: 'Location', before: '', after: 'Legion Square' },
    { type: 'value', label: 'Postal', before: '', after: '8021' },
    { type: 'value', label: 'Subject', before: expect.stringContaining('Dexter Marlowe'), after: '' },
  ])
})

test('a narrative is compared word by word', () => {
  expect(changes({ narrative: 'He drove a red car.' }, { narrative: 'He drove a blue car.' })).toEqual([
    {
      type: 'text',
      label: 'Narrative',
      parts: [
        { type: 'same', text: 'He drove a ' },
        { type: 'removed', text: 'red ' },
        { type: 'added', text: 'blue ' },
        { type: 'same', text: 'car.' },
      ],
    },
  ])
})

test('offences are told apart by offence: changed, removed and added ones', () => {
  const theft = buildCharge({ offenceId: 2, code: '(2)01', title: 'Theft', fine: 0, jailMinutes: 20 })
  const assault = buildCharge({ offenceId: 3, code: '(1)02', title: 'Assault', fine: 500, jailMinutes: 90 })
  expect(changes({ charges: [buildCharge(), theft] }, { charges: [buildCharge({ counts: 2, fine: 300 }), assault] })).toEqual([
    {
      type: 'list',
      label: 'Offences',
      items: [
        { before: '(2)01 Theft, 20 min jail', after: null },
        { before: '(3)05 Speeding, $150', after: '2 × (3)05 Speeding, $300' },
        { before: null, after: '(1)02 Assault, $500, 1 h 30 min jail' },
      ],
    },
  ])
})

test('people, vehicles and officers show who came, went, or changed roles', () => {
  const before = {
    people: [{ characterId: 8, role: 'witness' as const, name: 'Mia Ortega' }],
    vehicles: [{ vehicleId: 1, plate: '46EEK572', model: 'Karin Sultan', colour: 'Silver' }],
  }
  const after = {
    people: [{ characterId: 8, role: 'victim' as const, name: 'Mia Ortega' }],
    officers: [{ userId: 9, name: 'Sam Park', identifier: '4A3' }],
  }
  expect(changes(before, after)).toEqual([
    { type: 'list', label: 'People', items: [{ before: 'Mia Ortega, witness', after: 'Mia Ortega, victim' }] },
    { type: 'list', label: 'Vehicles', items: [{ before: '46EEK572, Silver Karin Sultan', after: null }] },
    { type: 'list', label: 'Officers', items: [{ before: null, after: '4A3 Sam Park' }] },
  ])
})

test('evidence shows its holder and pictures; other pictures of the same number count too', () => {
  const knife = { text: 'Knife', holder: '', heldSince: null, pictureIds: [1] }
  const items = (after: ReportContent['evidence']) => changes({ evidence: [knife] }, { evidence: after })[0]
  expect(items([{ ...knife, holder: 'Locker 3' }])).toMatchObject({
    items: [{ before: 'Knife, 1 picture', after: 'Knife, held by Locker 3, 1 picture' }],
  })
  expect(items([{ ...knife, pictureIds: [2] }])).toMatchObject({
    items: [{ before: 'Knife, 1 picture', after: 'Knife, 1 picture (other pictures)' }],
  })
  expect(items([knife, knife])).toMatchObject({ items: [{ before: null, after: 'Knife, 1 picture' }] })
})

test('fields of the community are named and in words', () => {
  expect(changes({ fields: { '3': '4L12', '4': true } }, { fields: { '4': false } })).toEqual([
    { type: 'value', label: 'Miranda read by', before: '4L12', after: '' },
    { type: 'value', label: 'Resisted', before: 'Yes', after: 'No' },
  ])
})

test('medical parts are compared where the kind has them', () => {
  const medical = { complaint: 'Headache', findings: '', treatment: '', outcome: 'Stable', takenTo: '' }
  expect(changes({}, { medical }, 'patient').map(({ label, type }) => [label, type])).toEqual([
    ['Complaint', 'text'],
    ['Outcome', 'value'],
  ])
  expect(changes({}, { medical }, 'arrest')).toEqual([])
})

const revision = (revisionId: number) => ({ revisionId, by: WRITER, at: '2026-05-01T12:00:00.000Z', reason: '' })
const revisions = [revision(21), revision(22), revision(23)]

test('each version but the first is compared with the one before', () => {
  expect(versionBefore(revisions, 23)?.revisionId).toBe(22)
  expect(versionBefore(revisions, 21)).toBeUndefined()
  expect(versionBefore(revisions, 99)).toBeUndefined()
})

test('an amendment is compared with the version that stands, even if others were returned in between', () => {
  expect(proposedComparison({ revisions, revisionId: 21, proposed: revision(23) })).toEqual({ before: 21, after: 23 })
})

test('a version submitted again is compared with the returned one, and the first with nothing', () => {
  expect(proposedComparison({ revisions, revisionId: 23, proposed: revision(23) })).toEqual({ before: 22, after: 23 })
  expect(proposedComparison({ revisions, revisionId: 21, proposed: revision(21) })).toBeNull()
  expect(proposedComparison({ revisions, revisionId: 23, proposed: null })).toBeNull()
})

test('the approval is the one of the version that stands, by someone other than the writer', () => {
  const event = (eventId: number, title: string, revisionId: number, userId: number): ReportEvent => ({
    eventId,
    title,
    text: '',
    reason: '',
    revisionId,
    by: { ...WRITER, userId },
    at: '2026-05-01T12:00:00.000Z',
  })
  const history = [event(3, 'Voided', 22, 40), event(2, 'Approved', 22, 30), event(1, 'Approved', 21, 20)]
  expect(approvalOf(buildReport({ state: 'voided', revisionId: 22, history }))?.by?.userId).toBe(30)
  expect(approvalOf(buildReport({ state: 'submitted', revisionId: 22, history }))).toBeNull()
  expect(approvalOf(buildReport({ state: 'final', revisionId: 22, history: [event(1, 'Submitted', 22, WRITER.userId)] }))).toBeNull()
})
