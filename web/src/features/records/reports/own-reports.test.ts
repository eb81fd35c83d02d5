import type { ReportDraftSummary, OwnReportSummary } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { withOwnReportDelta, type OwnReports } from './own-reports.ts'

const draft = (draftId: number, version = 1): ReportDraftSummary => ({
  draftId,
  kind: 'citation',
  changes: null,
  subjectName: 'Dexter Marlowe',
  callId: null,
  version,
  savedAt: '2026-05-01T12:00:00.000Z',
})
const report = (reportId: number, over: Partial<OwnReportSummary> = {}): OwnReportSummary => ({
  reportId,
  kind: 'arrest',
  number: `A-2026-000${reportId}`,
  state: 'submitted',
  amendment: null,
  writer: { userId: 1, name: 'R. Delgado', identifier: '4L12' },
  departmentId: 1,
  subject: null,
  about: '',
  fine: 0,
  jailMinutes: 0,
  points: 0,
  callId: null,
  submittedAt: `2026-05-01T12:0${reportId}:00.000Z`,
  finalAt: null,
  version: 1,
  returned: null,
  ...over,
})
const own: OwnReports = { drafts: [draft(2, 5), draft(1)], reports: [report(2), report(1)] }
const ids = ({ drafts, reports }: OwnReports) => [drafts.map(({ draftId }) => draftId), reports.map(({ reportId }) => reportId)]

test('the draft saved last comes first, and an older version changes nothing', () => {
  expect(ids(withOwnReportDelta(own, { event: 'draft.saved', payload: draft(1, 2) }))[0]).toEqual([1, 2])
  expect(withOwnReportDelta(own, { event: 'draft.saved', payload: draft(2, 4) })).toBe(own)
  expect(ids(withOwnReportDelta(own, { event: 'draft.left', payload: { draftId: 2 } }))[0]).toEqual([1])
})

test('a report stays in the list while it waits or was returned, and leaves once it is final or voided', () => {
  const returned = withOwnReportDelta(own, { event: 'report.saved', payload: report(1, { state: 'returned', version: 2 }) })
  expect(returned.reports.map(({ state }) => state)).toEqual(['submitted', 'returned'])
  expect(ids(withOwnReportDelta(own, { event: 'report.saved', payload: report(1, { state: 'final', version: 2 }) }))[1]).toEqual([2])
  const amended = withOwnReportDelta(own, { event: 'report.saved', payload: report(3, { state: 'final', amendment: 'submitted' }) })
  expect(ids(amended)[1]).toEqual([3, 2, 1])
})
