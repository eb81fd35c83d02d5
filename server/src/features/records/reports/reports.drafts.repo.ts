import { reportNumber, type RecordActor, type ReportContentInput, type ReportDraftSummary, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

export type Draft = {
  readonly draftId: number
  readonly kind: ReportKind
  /** The report that it changes. */
  readonly reportId: number | null
  readonly writerId: number
  readonly writerIdentifier: string
  readonly departmentId: number
  readonly serverId: number
  readonly content: ReportContentInput
  readonly version: number
  readonly createdAt: Date
}

export const noSuchDraft = () => new AppError('not_found', 'There is no such draft of yours', 'draftId')
export const draftChanged = () => new AppError('conflict', 'This draft was saved elsewhere since you opened it')

const columns = sql`id as "draftId", kind, report_id as "reportId", writer_id as "writerId", writer_identifier as "writerIdentifier",
  department_id as "departmentId", server_id as "serverId", content, version, created_at as "createdAt"`

/** Of the writer alone: another's does not exist for them. */
export async function findDraft(db: Db | Tx, writerId: number, draftId: number): Promise<Draft> {
  const { rows } = await sql<Draft>`select ${columns} from report_drafts where id = ${draftId}`.execute(db)
  return ownDraft(rows[0], writerId)
}

function ownDraft(draft: Draft | undefined, userId: number): Draft {
  if (!draft) throw noSuchDraft()
  assertOwnership('report.draft', { userId }, draft)
  return draft
}

/** The same, locked until the transaction ends. */
export async function lockDraft(tx: Tx, writerId: number, draftId: number, version?: number): Promise<Draft> {
  const { rows } = await sql<Draft>`select ${columns} from report_drafts where id = ${draftId} for update`.execute(tx)
  const draft = ownDraft(rows[0], writerId)
  if (version !== undefined && draft.version !== version) throw draftChanged()
  return draft
}

export async function findDraftOf(tx: Tx, reportId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from report_drafts where report_id = ${reportId}`.execute(tx)
  return rows[0]?.id
}

/** Held until the transaction ends, so that the limit of drafts holds for several started at once. */
export async function countDrafts(tx: Tx, writerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('report-drafts'), ${writerId})`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) from report_drafts where writer_id = ${writerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

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

/** Only what is different counts as a version. */
export async function updateDraft(tx: Tx, draftId: number, content: ReportContentInput): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update report_drafts set content = ${JSON.stringify(content)}::jsonb, version = version + 1, saved_at = now()
    where id = ${draftId} and content <> ${JSON.stringify(content)}::jsonb`.execute(tx)
  return numAffectedRows > 0n
}

export const deleteDraft = (tx: Tx, draftId: number) => sql`delete from report_drafts where id = ${draftId}`.execute(tx)

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

/** The one saved last first. */
export async function listDrafts(
  db: Db | Tx,
  of: { readonly writerId: number } | { readonly draftId: number },
): Promise<ReportDraftSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select d.id as "draftId", d.kind, d.report_id as "reportId", r.year, r.number, s.name as "subjectName",
      (d.content ->> 'callId')::int as "callId", d.version, d.saved_at as "savedAt"
    from report_drafts d left join reports r on r.id = d.report_id
    left join characters q on q.id = (d.content ->> 'subjectId')::int left join characters s on s.id = coalesce(q.merged_into_id, q.id)
    where ${'writerId' in of ? sql`d.writer_id = ${of.writerId}` : sql`d.id = ${of.draftId}`}
    order by d.saved_at desc, d.id desc`.execute(db)
  return rows.map(toSummary)
}

export async function readDraftSummary(db: Db | Tx, draftId: number): Promise<ReportDraftSummary> {
  const [summary] = await listDrafts(db, { draftId })
  if (!summary) throw noSuchDraft()
  return summary
}
