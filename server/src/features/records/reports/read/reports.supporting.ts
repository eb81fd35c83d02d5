import { reportNumber, UNIT_CLASS, type ReportContent, type ReportKind, type ReportState, type ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { findReadable, withVisibleFields } from './reports.detail.ts'
import { mayRead, readerOf, type Reader } from './reports.access.ts'
import { toSummary } from './reports.rows.ts'

/** A report that a warrant refers to, with the version in force. */
export type SupportingReport = {
  readonly reportId: number
  readonly number: string
  readonly state: ReportState
  readonly isMedical: boolean
  readonly writerId: number
  readonly departmentId: number
  readonly callId: number | null
  readonly about: string
  readonly content: Pick<ReportContent, 'subject' | 'people' | 'vehicles' | 'charges' | 'evidence'>
}

export async function findSupporting(db: Db | Tx, reportIds: readonly number[]): Promise<Map<number, SupportingReport>> {
  type Row = Omit<SupportingReport, 'number'> & { readonly kind: ReportKind; readonly year: number; readonly counted: number }
  const { rows } = await sql<Row>`
    select r.id as "reportId", r.kind, r.year, r.number as counted, r.state, r.is_medical as "isMedical", r.writer_id as "writerId",
      r.department_id as "departmentId", r.call_id as "callId", r.about, jsonb_build_object('subject', v.content -> 'subject',
        'people', v.content -> 'people', 'vehicles', v.content -> 'vehicles', 'charges', v.content -> 'charges',
        'evidence', v.content -> 'evidence') as content
    from reports r join report_revisions v on v.id = r.revision_id where r.id = any(${reportIds}::int[])`.execute(db)
  return new Map(rows.map(({ kind, year, counted, ...row }) => [row.reportId, { ...row, number: reportNumber(kind, year, counted) }]))
}

/** The same, with whether a member may read each report now: as its writer, a unit on duty, or someone who approves reports. */
export async function findSupportingFor(
  db: Db | Tx,
  userId: number,
  reportIds: readonly number[],
): Promise<Map<number, SupportingReport & { readonly isReadable: boolean }>> {
  const reader = await readerOf(db, { userId })
  const found = await findSupporting(db, reportIds)
  return new Map([...found].map(([id, report]) => [id, { ...report, isReadable: mayRead(reader, report) }]))
}

export type Support = ReportSummary & { readonly content: ReportContent }

/** A report of police as every unit of police reads it, for readers of a warrant that refers to it; undefined for reports of fire. */
export async function readSupport(db: Db | Tx, reportId: number): Promise<Support | undefined> {
  const reader: Reader = { userId: 0, unitClass: UNIT_CLASS.Leo, approvesIn: [] }
  const row = await findReadable(db, reader, reportId)
  return row && { ...toSummary(row), content: await withVisibleFields(db, reader, row, row.content) }
}
