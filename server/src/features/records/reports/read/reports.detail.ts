import { MAX_REPORT_VERSIONS, type RecordActor, type Report, type ReportContent, type ReportRevision } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { listFields, visibleFields } from '../../fields/fields.port.ts'
import { reportEventsOf, voidReason } from '../decide/reports.events.ts'
import { finesOf, termsOf } from '../penalties/penalties.rows.ts'
import { mayRead, type Reader } from './reports.access.ts'
import { noSuchReport, summaryColumns, summaryTables, toSummary, type SummaryRow } from './reports.rows.ts'

type DetailRow = SummaryRow & {
  is_medical: boolean
  revision_id: number
  proposed_revision_id: number | null
  department: string
  server_id: number
  subject_owner_id: number | null
  voided_at: Date | null
  void_reason: string | null
  content: ReportContent
}

/** The row of a report with the version in force; undefined if the reader may not read it. */
export async function findReadable(db: Db | Tx, reader: Reader, reportId: number): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${summaryColumns}, r.is_medical, r.revision_id, r.proposed_revision_id, r.server_id, r.voided_at, d.name as department,
      s.user_id as subject_owner_id, v.content,
      ${voidReason} as void_reason
    from ${summaryTables} join departments d on d.id = r.department_id join report_revisions v on v.id = r.revision_id
    where r.id = ${reportId}`.execute(db)
  const [row] = rows
  const isReadable = row && mayRead(reader, { isMedical: row.is_medical, writerId: row.writer_id, departmentId: row.department_id })
  return isReadable ? row : undefined
}

/** The content with fields that the reader may see: the writer sees all of them, others see those for their service. */
export async function withVisibleFields(db: Db | Tx, reader: Reader, row: DetailRow, content: ReportContent): Promise<ReportContent> {
  if (reader.userId === row.writer_id || Object.keys(content.fields).length === 0) return content
  const fields = visibleFields(await listFields(db, row.kind), row.kind, content.fields, row.is_medical ? 'fire' : 'police')
  return { ...content, fields }
}

type RevisionRow = { id: number; by_user_id: number; by_name: string; by_identifier: string; reason: string; at: Date }
const revisionColumns = sql`v.id, v.by_user_id, u.name as by_name, v.by_identifier, v.reason, v.at`
const toRevision = (row: RevisionRow): ReportRevision => ({
  revisionId: row.id,
  by: actorOf(row),
  at: row.at.toISOString(),
  reason: row.reason,
})
const actorOf = (row: RevisionRow): RecordActor => ({ userId: row.by_user_id, name: row.by_name, identifier: row.by_identifier })

/** The versions of a report, oldest first. */
async function revisionsOf(db: Db | Tx, reportId: number): Promise<ReportRevision[]> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from report_revisions v join users u on u.id = v.by_user_id
    where v.report_id = ${reportId} order by v.id desc limit ${MAX_REPORT_VERSIONS}`.execute(db)
  return rows.map(toRevision).toReversed()
}

export async function readReport(db: Db | Tx, reader: Reader, reportId: number): Promise<Report> {
  const row = await findReadable(db, reader, reportId)
  if (!row) throw noSuchReport()
  const isSettled = row.final_at !== null
  const [content, revisions, history, [fine], [term]] = await Promise.all([
    withVisibleFields(db, reader, row, row.content),
    revisionsOf(db, reportId),
    reportEventsOf(db, reportId),
    isSettled && row.fine > 0 ? finesOf(db, [reportId]) : [],
    isSettled && row.jail_minutes > 0 ? termsOf(db, [reportId]) : [],
  ])
  const isWriter = reader.userId === row.writer_id
  const decides = reader.approvesIn.includes(row.department_id) && !isWriter && reader.userId !== row.subject_owner_id
  return {
    ...toSummary(row),
    content,
    revisionId: row.revision_id,
    proposed: revisions.find(({ revisionId }) => revisionId === row.proposed_revision_id) ?? null,
    department: row.department,
    serverId: row.server_id,
    voided: row.voided_at && { at: row.voided_at.toISOString(), reason: row.void_reason ?? '' },
    fineState: fine ?? null,
    jail: term ?? null,
    revisions,
    history,
    may: {
      change: isWriter && (row.state === 'returned' || (row.state === 'final' && row.amendment !== 'submitted')),
      decide: decides && row.proposed_revision_id !== null,
      void: decides && row.state !== 'voided',
      decideFine: decides && fine?.state === 'contested',
      confirmFine:
        reader.approvesIn.includes(row.department_id) && reader.userId !== row.subject_owner_id && (fine?.reportedAt ?? null) !== null,
    },
  }
}

type WithContent = ReportRevision & { content: ReportContent }

export async function readRevision(db: Db, reader: Reader, reportId: number, revisionId: number): Promise<WithContent> {
  const row = await findReadable(db, reader, reportId)
  const { rows } = await sql<RevisionRow & { content: ReportContent }>`
    select ${revisionColumns}, v.content from report_revisions v join users u on u.id = v.by_user_id
    where v.id = ${revisionId} and v.report_id = ${reportId}`.execute(db)
  const [revision] = rows
  if (!row || !revision) throw noSuchReport()
  return { ...toRevision(revision), content: await withVisibleFields(db, reader, row, revision.content) }
}
