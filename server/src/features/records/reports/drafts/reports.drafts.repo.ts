import { reportNumber, type RecordActor, type ReportContentInput, type ReportDraftSummary, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { draftTable } from '../../drafts/drafts.port.ts'

export type Draft = {
  readonly draftId: number
  readonly kind: ReportKind
  /** The report that this draft changes; null for a new report. */
  readonly reportId: number | null
  readonly writerId: number
  readonly writerIdentifier: string
  readonly departmentId: number
  readonly serverId: number
  readonly content: ReportContentInput
  readonly version: number
  readonly createdAt: Date
}

const columns = sql`id as "draftId", kind, report_id as "reportId", writer_id as "writerId", writer_identifier as "writerIdentifier",
  department_id as "departmentId", server_id as "serverId", content, version, created_at as "createdAt"`

type SummaryRow = Omit<ReportDraftSummary, 'changes' | 'savedAt'> & {
  reportId: number | null
  year: number | null
  number: number | null
  savedAt: Date
}
const toSummary = ({ reportId, year, number, savedAt, ...row }: SummaryRow): ReportDraftSummary => ({
  ...row,
  changes: reportId === null || year === null || number === null ? null : { reportId, number: reportNumber(row.kind, year, number) },
  savedAt: savedAt.toISOString(),
})

const summary = {
  columns: sql`d.id as "draftId", d.kind, d.report_id as "reportId", r.year, r.number, s.name as "subjectName",
    (d.content ->> 'callId')::int as "callId", d.version, d.saved_at as "savedAt"`,
  joins: sql`left join reports r on r.id = d.report_id
    left join characters q on q.id = (d.content ->> 'subjectId')::int left join characters s on s.id = coalesce(q.merged_into_id, q.id)`,
  toSummary,
}

export const {
  find: findDraft,
  lock: lockDraft,
  findOf: findDraftOf,
  count: countDrafts,
  update: updateDraft,
  remove: deleteDraft,
  list: listDrafts,
  readSummary: readDraftSummary,
} = draftTable<Draft, ReportContentInput, SummaryRow, ReportDraftSummary>({
  table: 'report_drafts',
  document: 'report_id',
  act: 'report.draft',
  columns,
  summary,
})

type NewDraft = Pick<Draft, 'kind' | 'reportId' | 'departmentId' | 'serverId' | 'content'> & {
  readonly by: Pick<RecordActor, 'userId' | 'identifier'>
}
export async function insertDraft(tx: Tx, { kind, reportId, departmentId, serverId, content, by }: NewDraft): Promise<number> {
  const { id } = await tx
    .insertInto('report_drafts')
    .values({
      kind,
      report_id: reportId,
      writer_id: by.userId,
      writer_identifier: by.identifier,
      department_id: departmentId,
      server_id: serverId,
      content: JSON.stringify(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
