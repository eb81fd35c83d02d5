import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'

/** What officers and medics write. What one says is in reports.content.ts, the endpoints in reports.write.ts, reports.read.ts and reports.decide.ts. */

export const ReportKind = z.enum(['warning', 'citation', 'arrest', 'incident', 'patient', 'treatment'])
export type ReportKind = z.infer<typeof ReportKind>

export const Totals = z.object({ fine: z.int(), jailMinutes: z.int(), points: z.int() })
export type Totals = z.infer<typeof Totals>

/** Waits for approval; returned to its writer; final; voided. Only `final` counts. */
export const ReportState = z.enum(['submitted', 'returned', 'final', 'voided'])
export type ReportState = z.infer<typeof ReportState>

/** As in lists. */
export const ReportSummary = z.object({
  reportId: z.int(),
  kind: ReportKind,
  number: z.string(),
  state: ReportState,
  /** Of a final report: a change of it that waits for approval or was returned. */
  amendment: z.enum(['submitted', 'returned']).nullable(),
  writer: RecordActor,
  departmentId: z.int(),
  subject: z.object({ characterId: z.int(), name: z.string() }).nullable(),
  /** Its offences, or what a patient complained of, in a line. */
  about: z.string(),
  ...Totals.shape,
  callId: z.int().nullable(),
  submittedAt: Instant,
  finalAt: Instant.nullable(),
  version: z.int(),
})
export type ReportSummary = z.infer<typeof ReportSummary>
/** As its writer gets it, with what was said when it or its amendment was returned; null unless it still is. */
export const OwnReportSummary = ReportSummary.extend({
  returned: z.object({ by: RecordActor.nullable(), at: Instant, remark: z.string() }).nullable(),
})
export type OwnReportSummary = z.infer<typeof OwnReportSummary>

export const ReportDraftSummary = z.object({
  draftId: z.int(),
  kind: ReportKind,
  /** The report that it changes, by its number; null for a new one. */
  changes: z.object({ reportId: z.int(), number: z.string() }).nullable(),
  subjectName: z.string().nullable(),
  callId: z.int().nullable(),
  version: z.int(),
  savedAt: Instant,
})
export type ReportDraftSummary = z.infer<typeof ReportDraftSummary>
