import type { ReportEvent } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildReport, WRITER } from './testing/build-report.ts'
import { approvalOf, proposedComparison, versionBefore } from './report-versions.ts'

const revision = (revisionId: number) => ({ revisionId, by: WRITER, at: '2026-05-01T12:00:00.000Z', reason: '' })
const revisions = [revision(21), revision(22), revision(23)]

test('each version but the first is compared with the one before', () => {
  expect(versionBefore(revisions, 23)?.revisionId).toBe(22)
  expect(versionBefore(revisions, 21)).toBeUndefined()
  expect(versionBefore(revisions, 99)).toBeUndefined()
})

test('an amendment is compared with what stands, even if others were returned in between', () => {
  expect(proposedComparison({ revisions, revisionId: 21, proposed: revision(23) })).toEqual({ before: 21, after: 23 })
})

test('one submitted again is compared with what was returned, and the first with nothing', () => {
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
