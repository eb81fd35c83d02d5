import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'

/**
 * Reports that officers and medics write. Their content is in reports.content.ts, the endpoints are in reports.write.ts, reports.read.ts and
 * reports.decide.ts.
 */

export const ReportKind = z.enum(['warning', 'citation', 'arrest', 'incident', 'patient', 'treatment'])
export type ReportKind = z.infer<typeof ReportKind>

export const Totals = z.object({ fine: z.int(), jailMinutes: z.int(), points: z.int() })
export type Totals = z.infer<typeof Totals>

/** A `submitted` report waits for approval, a `returned` one is with its writer. Only `final` reports count. */
export const ReportState = z.enum(['submitted', 'returned', 'final', 'voided'])
export type ReportState = z.infer<typeof ReportState>

/** A report in lists. */
export const ReportSummary = z.object({
  reportId: z.int(),
  kind: ReportKind,
  number: z.string(),
  state: ReportState,
  /** Whether a final report has an amendment that waits for approval or was returned. */
  amendment: z.enum(['submitted', 'returned']).nullable(),
  writer: RecordActor,
  departmentId: z.int(),
  subject: z.object({ characterId: z.int(), name: z.string() }).nullable(),
  /** One line with the offences, or with the patient's complaint or treatment. */
  about: z.string(),
  ...Totals.shape,
  callId: z.int().nullable(),
  submittedAt: Instant,
  finalAt: Instant.nullable(),
  version: z.int(),
})
export type ReportSummary = z.infer<typeof ReportSummary>
/** A report as its writer gets it, with the remark if the report or its amendment is returned. */
export const OwnReportSummary = ReportSummary.extend({
  returned: z.object({ by: RecordActor.nullable(), at: Instant, remark: z.string() }).nullable(),
})
export type OwnReportSummary = z.infer<typeof OwnReportSummary>

export const ReportDraftSummary = z.object({
  draftId: z.int(),
  kind: ReportKind,
  /** The report that the draft changes; null for a new report. */
  changes: z.object({ reportId: z.int(), number: z.string() }).nullable(),
  subjectName: z.string().nullable(),
  callId: z.int().nullable(),
  version: z.int(),
  savedAt: Instant,
})
export type ReportDraftSummary = z.infer<typeof ReportDraftSummary>
