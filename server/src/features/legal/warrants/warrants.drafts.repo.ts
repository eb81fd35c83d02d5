import { warrantNumber, type RecordActor, type WarrantContentInput, type WarrantDraftSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { draftChanged, noSuchDraft } from '../../records/reports/reports.port.ts'

export type Draft = {
  readonly draftId: number
  /** The returned warrant that it changes. */
  readonly warrantId: number | null
  readonly writerId: number
  readonly writerIdentifier: string
  /** Null for legal staff. */
  readonly departmentId: number | null
  readonly serverId: number | null
  readonly content: WarrantContentInput
  readonly startedFrom: string
  readonly version: number
  readonly createdAt: Date
}

const columns = sql`id as "draftId", warrant_id as "warrantId", writer_id as "writerId", writer_identifier as "writerIdentifier",
  department_id as "departmentId", server_id as "serverId", content, started_from as "startedFrom", version, created_at as "createdAt"`

/** Of the writer alone: another's does not exist for them. */
export async function findDraft(db: Db | Tx, writerId: number, draftId: number): Promise<Draft> {
  const { rows } = await sql<Draft>`select ${columns} from warrant_drafts where id = ${draftId}`.execute(db)
  return ownDraft(rows[0], writerId)
}

function ownDraft(draft: Draft | undefined, userId: number): Draft {
  if (!draft) throw noSuchDraft()
  assertOwnership('warrant.draft', { userId }, draft)
  return draft
}

/** The same, locked until the transaction ends. After the warrant that it changes. */
export async function lockDraft(tx: Tx, writerId: number, draftId: number, version: number): Promise<Draft> {
  const { rows } = await sql<Draft>`select ${columns} from warrant_drafts where id = ${draftId} for update`.execute(tx)
  const draft = ownDraft(rows[0], writerId)
  if (draft.version !== version) throw draftChanged()
  return draft
}

export async function findDraftOf(tx: Tx, warrantId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from warrant_drafts where warrant_id = ${warrantId}`.execute(tx)
  return rows[0]?.id
}

/** Held until the transaction ends, so that the limit of drafts holds for several started at once. */
export async function countDrafts(tx: Tx, writerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('warrant-drafts'), ${writerId})`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) from warrant_drafts where writer_id = ${writerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type NewDraft = Pick<Draft, 'warrantId' | 'departmentId' | 'serverId' | 'content' | 'startedFrom'> & {
  readonly by: Pick<RecordActor, 'userId' | 'identifier'>
}
export async function insertDraft(tx: Tx, { warrantId, departmentId, serverId, content, startedFrom, by }: NewDraft): Promise<number> {
  const { id } = await tx
    .insertInto('warrant_drafts')
    .values({
      warrant_id: warrantId,
      writer_id: by.userId,
      writer_identifier: by.identifier,
      department_id: departmentId,
      server_id: serverId,
      content: JSON.stringify(content),
      started_from: startedFrom,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Only what is different counts as a version. */
export async function updateDraft(tx: Tx, draftId: number, content: WarrantContentInput): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update warrant_drafts set content = ${JSON.stringify(content)}::jsonb, version = version + 1, saved_at = now()
    where id = ${draftId} and content <> ${JSON.stringify(content)}::jsonb`.execute(tx)
  return numAffectedRows > 0n
}

export const deleteDraft = (tx: Tx, draftId: number) => sql`delete from warrant_drafts where id = ${draftId}`.execute(tx)

type SummaryRow = Omit<WarrantDraftSummary, 'changes' | 'savedAt'> & {
  warrantId: number | null
  year: number | null
  number: number | null
  savedAt: Date
}
const toSummary = ({ warrantId, year, number, savedAt, ...row }: SummaryRow): WarrantDraftSummary => ({
  ...row,
  changes: warrantId === null || year === null || number === null ? null : { warrantId, number: warrantNumber(year, number) },
  savedAt: savedAt.toISOString(),
})

/** The one saved last first. */
export async function listDrafts(
  db: Db | Tx,
  of: { readonly writerId: number } | { readonly draftId: number },
): Promise<WarrantDraftSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select d.id as "draftId", d.content ->> 'type' as type, d.warrant_id as "warrantId", w.year, w.number,
      coalesce(s.name, nullif(concat_ws(' ', v.plate, nullif(v.model, '')), ''), nullif(d.content #>> '{subject,place}', '')) as "subjectName",
      (d.content ->> 'callId')::int as "callId", d.version, d.saved_at as "savedAt"
    from warrant_drafts d left join warrants w on w.id = d.warrant_id
    left join characters q on q.id = (d.content #>> '{subject,characterId}')::int
    left join characters s on s.id = coalesce(q.merged_into_id, q.id)
    left join vehicles v on v.id = (d.content #>> '{subject,vehicleId}')::int
    where ${'writerId' in of ? sql`d.writer_id = ${of.writerId}` : sql`d.id = ${of.draftId}`}
    order by d.saved_at desc, d.id desc`.execute(db)
  return rows.map(toSummary)
}

export async function readDraftSummary(db: Db | Tx, draftId: number): Promise<WarrantDraftSummary> {
  const [summary] = await listDrafts(db, { draftId })
  if (!summary) throw noSuchDraft()
  return summary
}
