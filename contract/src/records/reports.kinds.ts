import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'
import type { ReportKind } from './reports.ts'

/** Kinds of reports are in a file of their own, because every page carries the summaries with the rooms. */

/** Penalties that a report's offences impose on its subject once the report is final. */
export type Imposes = { readonly fine: boolean; readonly jail: boolean; readonly points: boolean }

type KindRule = {
  readonly title: string
  readonly prefix: string
  /** The service that writes and reads reports of this kind. Communications read those of police. */
  readonly service: 'police' | 'fire'
  /** Whether the report names one person as its subject. */
  readonly hasSubject: boolean
  readonly hasOffences: boolean
  readonly imposes: Imposes
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

/** The penalties of a kind in a community with or without fines. */
export const imposesOf = (kind: ReportKind, hasFines: boolean): Imposes => {
  const { imposes } = REPORT_KINDS[kind]
  return hasFines ? imposes : { ...imposes, fine: false }
}

/** The number as it is shown, such as C-2026-0042. Numbers are consecutive for each kind and year. */
export const reportNumber = (kind: ReportKind, year: number, number: number): string =>
  `${REPORT_KINDS[kind].prefix}-${year}-${String(number).padStart(4, '0')}`

export const MAX_REPORT_DRAFTS = 50
/** How many versions one report may have: submitted, returned and amended. */
export const MAX_REPORT_VERSIONS = 200

/** One version of a report, never changed. */
export const ReportRevision = z.object({
  revisionId: z.int(),
  by: RecordActor,
  at: Instant,
  /** Why the report was amended; empty for versions submitted before the report was final. */
  reason: z.string(),
})
export type ReportRevision = z.infer<typeof ReportRevision>

/** An event of a report, worded when it happened and never changed. */
export const ReportEvent = z.object({
  eventId: z.int(),
  title: z.string(),
  text: z.string(),
  /** The remark or reason that someone entered. */
  reason: z.string(),
  /** The version that the event is about. */
  revisionId: z.int().nullable(),
  by: RecordActor.nullable(),
  at: Instant,
})
export type ReportEvent = z.infer<typeof ReportEvent>
