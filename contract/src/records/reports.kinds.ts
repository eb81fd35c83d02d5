import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'
import type { ReportKind } from './reports.ts'

/** Apart from the summaries, which every page carries with the rooms. */

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
