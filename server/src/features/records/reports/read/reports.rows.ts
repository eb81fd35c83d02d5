import { reportNumber, type OwnReportSummary, type ReportKind, type ReportState, type ReportSummary } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { withReturned } from '../decide/reports.events.ts'

export const noSuchReport = () => new AppError('not_found', 'There is no such report', 'reportId')
export const reportChanged = () => new AppError('conflict', 'This report has changed since you opened it')

export type SummaryRow = {
  id: number
  kind: ReportKind
  year: number
  number: number
  state: ReportState
  amendment: 'submitted' | 'returned' | null
  writer_id: number
  writer_name: string
  writer_identifier: string
  department_id: number
  subject_id: number | null
  subject_name: string | null
  about: string
  fine: number
  jail_minutes: number
  points: number
  call_id: number | null
  submitted_at: Date
  final_at: Date | null
  version: number
}

export const toSummary = (row: SummaryRow): ReportSummary => ({
  reportId: row.id,
  kind: row.kind,
  number: reportNumber(row.kind, row.year, row.number),
  state: row.state,
  amendment: row.amendment,
  writer: { userId: row.writer_id, name: row.writer_name, identifier: row.writer_identifier },
  departmentId: row.department_id,
  subject: row.subject_id === null ? null : { characterId: row.subject_id, name: row.subject_name ?? '' },
  about: row.about,
  fine: row.fine,
  jailMinutes: row.jail_minutes,
  points: row.points,
  callId: row.call_id,
  submittedAt: row.submitted_at.toISOString(),
  finalAt: row.final_at?.toISOString() ?? null,
  version: row.version,
})

/** If a noted person was claimed since, the report is about the character that claimed them. */
export const summaryColumns = sql`r.id, r.kind, r.year, r.number, r.state, r.amendment, r.writer_id, w.name as writer_name,
  r.writer_identifier, r.department_id, s.id as subject_id, s.name as subject_name, r.about, r.fine, r.jail_minutes, r.points,
  r.call_id, r.submitted_at, r.final_at, r.version`
export const summaryTables = sql`reports r join users w on w.id = r.writer_id left join characters q on q.id = r.subject_id
  left join characters s on s.id = coalesce(q.merged_into_id, q.id)`

/** The reports whose ids `page` selects as `id`, in the order given. Names are joined to these reports alone. */
export async function listSummaries(
  db: Db | Tx,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`r.id desc`,
): Promise<ReportSummary[]> {
  const { rows } = await sql<SummaryRow>`
    with page as materialized (${page})
    select ${summaryColumns} from page join (${summaryTables}) on r.id = page.id order by ${order}`.execute(db)
  return rows.map(toSummary)
}

export async function readSummary(tx: Db | Tx, reportId: number): Promise<ReportSummary> {
  const { rows } = await sql<SummaryRow>`select ${summaryColumns} from ${summaryTables} where r.id = ${reportId}`.execute(tx)
  if (!rows[0]) throw noSuchReport()
  return toSummary(rows[0])
}

const MAX_IN_ROOM = 100

/** A member's reports that are submitted or returned, or that have an amendment which is: newest first, for their room. */
export async function openReportsOf(tx: Tx, userId: number): Promise<OwnReportSummary[]> {
  const reports = await listSummaries(
    tx,
    sql`select id from reports where writer_id = ${userId} and (state in ('submitted', 'returned') or amendment is not null)
      order by id desc limit ${MAX_IN_ROOM}`,
  )
  return withReturned(tx, reports)
}

/** Reports that wait for approval in a department, oldest first, for its room. */
export const waitingIn = (tx: Tx, departmentId: number): Promise<ReportSummary[]> =>
  listSummaries(
    tx,
    sql`select id from reports where department_id = ${departmentId} and proposed_revision_id is not null
      order by submitted_at, id limit ${MAX_IN_ROOM}`,
    sql`r.submitted_at, r.id`,
  )
