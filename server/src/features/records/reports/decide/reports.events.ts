import type { OwnReportSummary, RecordActor, ReportEvent, ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

type NewReportEvent = {
  readonly title: string
  readonly text?: string
  /** The remark or reason that someone entered. */
  readonly reason?: string
  /** The version that the event is about. */
  readonly revisionId?: number | null
}
export type By = { readonly userId: number; readonly identifier?: string }

/** Writes an event to the history of a report, in the transaction that causes it. */
export async function writeReportEvent(
  tx: Tx,
  by: By | null,
  reportId: number,
  { title, text = '', reason = '', revisionId = null }: NewReportEvent,
): Promise<void> {
  await tx
    .insertInto('report_events')
    .values({
      report_id: reportId,
      title,
      text,
      reason,
      revision_id: revisionId,
      by_user_id: by?.userId ?? null,
      by_identifier: by?.identifier ?? '',
    })
    .execute()
}

type Row = {
  id: number
  title: string
  text: string
  reason: string
  revision_id: number | null
  by_user_id: number | null
  by_name: string | null
  by_identifier: string
  at: Date
}

/** More events than all versions and penalties of a report can cause. */
const MAX_EVENTS = 500

/** The history of a report, newest first. */
export async function reportEventsOf(db: Db | Tx, reportId: number): Promise<ReportEvent[]> {
  const { rows } = await sql<Row>`
    select e.*, u.name as by_name from report_events e left join users u on u.id = e.by_user_id
    where e.report_id = ${reportId} order by e.id desc limit ${MAX_EVENTS}`.execute(db)
  return rows.map((row) => ({
    eventId: row.id,
    title: row.title,
    text: row.text,
    reason: row.reason,
    revisionId: row.revision_id,
    by: actorOf(row),
    at: row.at.toISOString(),
  }))
}
const actorOf = (row: Pick<Row, 'by_user_id' | 'by_name' | 'by_identifier'>): RecordActor | null =>
  row.by_user_id === null ? null : { userId: row.by_user_id, name: row.by_name ?? '', identifier: row.by_identifier }

/** Titles of events when a report, or an amendment of a final report, goes back to its writer. */
export const RETURNED = { report: 'Returned', amendment: 'Amendment returned' } as const

/** The reports; each returned one with who returned it, and the remark. */
export async function withReturned(db: Db | Tx, reports: readonly ReportSummary[]): Promise<OwnReportSummary[]> {
  const returned = reports.filter(({ state, amendment }) => state === 'returned' || amendment === 'returned')
  if (returned.length === 0) return reports.map((report) => ({ ...report, returned: null }))
  const { rows } = await sql<Row & { report_id: number }>`
    select distinct on (e.report_id) e.*, u.name as by_name from report_events e left join users u on u.id = e.by_user_id
    where e.report_id = any(${returned.map(({ reportId }) => reportId)}) and e.title in (${RETURNED.report}, ${RETURNED.amendment})
    order by e.report_id, e.id desc`.execute(db)
  const of = new Map(rows.map((row) => [row.report_id, { by: actorOf(row), at: row.at.toISOString(), remark: row.reason }]))
  return reports.map((report) => ({ ...report, returned: of.get(report.reportId) ?? null }))
}

export const VOIDED = 'Voided'
/** Why the report `r` was voided; null if it was not. */
export const voidReason = sql`(select e.reason from report_events e where e.report_id = r.id and r.voided_at is not null and e.title = ${VOIDED}
  order by e.id desc limit 1)`
