import type { OwnReport, ReportDraft } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { dateTime } from '../../../../platform/format/dates.ts'
import { buildCharge, buildContent, buildField, buildReport, WRITER } from '../view/testing/build-report.ts'
import { copyDocument, draftDocument, reportDocument } from './document-data.ts'

const NOW = new Date('2026-05-02T12:00:00Z')
const AT = '2026-05-01T12:00:00.000Z'
const documentOf = (report: Parameters<typeof buildReport>[0]) => reportDocument(buildReport(report), null, [buildField()], NOW)

test('a report that is not final is marked across the page, with the reason', () => {
  expect(documentOf({ state: 'submitted' }).mark).toBe('NOT APPROVED')
  expect(documentOf({ state: 'final' }).mark).toBeNull()
  expect(documentOf({ state: 'final', amendment: 'submitted' }).mark).toBeNull()
  expect(documentOf({ state: 'voided', voided: { at: AT, reason: 'Wrong person' } })).toMatchObject({
    mark: 'VOIDED',
    markText: `${dateTime(AT)}: Wrong person`,
  })
  const event = { eventId: 1, title: 'Returned', text: '', reason: 'Add the witness', revisionId: 21, by: WRITER, at: AT }
  expect(documentOf({ state: 'returned', history: [event] })).toMatchObject({ mark: 'RETURNED', markText: 'Add the witness' })
})

test('totals are those that the kind imposes', () => {
  const content = buildContent({ charges: [buildCharge({ fine: 300, jailMinutes: 10, counts: 2 })] })
  expect(documentOf({ kind: 'arrest', content }).totals).toEqual({ fine: 300, jailMinutes: 10, points: 2 })
  expect(documentOf({ kind: 'warning', content }).totals).toEqual({ fine: 0, jailMinutes: 0, points: 0 })
})

test('the community’s fields are facts, long ones texts of their own', () => {
  const short = documentOf({ content: buildContent({ fields: { '3': '4L12' } }) })
  expect(short.facts).toContainEqual({ name: 'Miranda read by', text: '4L12' })
  const long = documentOf({ content: buildContent({ narrative: 'He ran.', fields: { '3': 'x'.repeat(200) } }) })
  expect(long.texts.map(({ name }) => name)).toEqual(['Narrative', 'Miranda read by'])
})

test('writer and approver sign', () => {
  const approval = { by: { userId: 30, identifier: '1S1', name: 'Ann Lee' }, at: AT }
  const { signatures } = reportDocument(buildReport({ state: 'final' }), approval, [], NOW)
  expect(signatures).toEqual([
    { role: 'Written by', name: '4L12 Rosa Delgado', at: AT },
    { role: 'Approved by', name: '1S1 Ann Lee', at: AT },
  ])
})

test('a draft is marked, and has no number unless it changes a report', () => {
  const draft: ReportDraft = {
    draftId: 1,
    kind: 'citation',
    changes: null,
    subjectName: null,
    callId: null,
    version: 1,
    savedAt: AT,
    content: buildContent(),
    writer: WRITER,
    departmentId: 2,
    serverId: 1,
    outdatedRevisionIds: [],
    remark: '',
    approval: { isNeeded: false, hasApprover: true },
    createdAt: AT,
  }
  expect(draftDocument(draft, 'LSPD', [])).toMatchObject({ mark: 'DRAFT', number: null })
  expect(draftDocument({ ...draft, changes: { reportId: 7, number: 'C-2026-0007' } }, 'LSPD', []).number).toBe('C-2026-0007')
})

test('the copy for the person concerned states fine and jail, and neither narrative nor people', () => {
  const copy: OwnReport = {
    reportId: 7,
    characterId: 5,
    characterName: 'Dexter Marlowe',
    kind: 'arrest',
    number: 'A-2026-0007',
    state: 'final',
    department: 'LSPD',
    officer: '4L12',
    occurredAt: AT,
    location: 'Legion Square',
    charges: [buildCharge()],
    fine: 150,
    jailMinutes: 15,
    points: 1,
    finalAt: AT,
    voided: null,
    fineState: {
      fineId: 1,
      reportId: 7,
      characterId: 5,
      amount: 100,
      originalAmount: 150,
      state: 'unpaid',
      contestReason: 'Too much',
      contestedAt: AT,
      decision: 'reduced',
      decisionReason: 'First time',
      decidedAt: AT,
      paidAt: null,
      reportedAt: null,
      version: 2,
    },
    jail: {
      termId: 1,
      reportId: 7,
      number: 'A-2026-0007',
      characterId: 5,
      name: 'Dexter Marlowe',
      serverId: 1,
      minutes: 15,
      from: AT,
      until: '2026-05-01T12:15:00.000Z',
      released: null,
    },
    fields: {},
  }
  const data = copyDocument(copy, [], NOW)
  expect(data).toMatchObject({ isCopy: true, mark: null, texts: [], people: [], evidence: [] })
  expect(data.penalties).toEqual([
    { name: 'Fine', text: '$100 (reduced from $150), unpaid. Reduced: First time' },
    { name: 'Jail', text: `15 min, served ${dateTime('2026-05-01T12:15:00.000Z')}` },
  ])
})
