import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'

/** What officers and medics write. What one says is in reports.content.ts, the endpoints in reports.write.ts, reports.read.ts and reports.decide.ts. */

export const ReportKind = z.enum(['warning', 'citation', 'arrest', 'incident', 'patient', 'treatment'])
export type ReportKind = z.infer<typeof ReportKind>

type KindRule = {
  readonly title: string
  readonly prefix: string
  /** Who writes and reads it. Communications read those of police. */
  readonly service: 'police' | 'fire'
  /** It names one person as its subject. */
  readonly hasSubject: boolean
  readonly hasOffences: boolean
  /** What its offences impose on the subject once it is final. */
  readonly imposes: { readonly fine: boolean; readonly jail: boolean; readonly points: boolean }
}
const NOTHING = { fine: false, jail: false, points: false }
export const REPORT_KINDS: Readonly<Record<ReportKind, KindRule>> = {
  warning: { title: 'Warning', prefix: 'WN', service: 'police', hasSubject: true, hasOffences: true, imposes: NOTHING },
  citation: {
    title: 'Citation',
    prefix: 'C',
    service: 'police',
    hasSubject: true,
    hasOffences: true,
    imposes: { fine: true, jail: false, points: true },
  },
  arrest: {
    title: 'Arrest report',
    prefix: 'A',
    service: 'police',
    hasSubject: true,
    hasOffences: true,
    imposes: { fine: true, jail: true, points: true },
  },
  incident: { title: 'Incident report', prefix: 'I', service: 'police', hasSubject: false, hasOffences: true, imposes: NOTHING },
  patient: { title: 'Patient report', prefix: 'P', service: 'fire', hasSubject: true, hasOffences: false, imposes: NOTHING },
  treatment: { title: 'Treatment report', prefix: 'T', service: 'fire', hasSubject: true, hasOffences: false, imposes: NOTHING },
}

/** As it is printed: C-2026-0042. Numbers are consecutive for each kind and year. */
export const reportNumber = (kind: ReportKind, year: number, number: number): string =>
  `${REPORT_KINDS[kind].prefix}-${year}-${String(number).padStart(4, '0')}`

export const MAX_REPORT_DRAFTS = 50
/** Of one report: what was submitted, returned and amended. */
export const MAX_REPORT_VERSIONS = 200

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

/** One version of a report, never changed. */
export const ReportRevision = z.object({
  revisionId: z.int(),
  by: RecordActor,
  at: Instant,
  /** Why it was amended; empty for one submitted before it was final. */
  reason: z.string(),
})
export type ReportRevision = z.infer<typeof ReportRevision>

/** What happened to a report, worded then and never changed. */
export const ReportEvent = z.object({
  eventId: z.int(),
  title: z.string(),
  text: z.string(),
  /** A remark or a reason. */
  reason: z.string(),
  /** The version it is about. */
  revisionId: z.int().nullable(),
  by: RecordActor.nullable(),
  at: Instant,
})
export type ReportEvent = z.infer<typeof ReportEvent>

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
