import { reportNumber, type ReportContent, type ReportKind, type ReportState } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

/** A report as a warrant refers to it: with the version that stands. */
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
