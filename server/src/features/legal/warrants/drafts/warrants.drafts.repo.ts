import { warrantNumber, type RecordActor, type WarrantContentInput, type WarrantDraftSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { draftTable } from '../../../records/drafts/drafts.port.ts'

export type Draft = {
  readonly draftId: number
  /** The returned warrant that this draft changes; null for a new warrant. */
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

const summary = {
  columns: sql`d.id as "draftId", d.content ->> 'type' as type, d.warrant_id as "warrantId", w.year, w.number,
    coalesce(s.name, nullif(concat_ws(' ', v.plate, nullif(v.model, '')), ''), nullif(d.content #>> '{subject,place}', '')) as "subjectName",
    (d.content ->> 'callId')::int as "callId", d.version, d.saved_at as "savedAt"`,
  joins: sql`left join warrants w on w.id = d.warrant_id
    left join characters q on q.id = (d.content #>> '{subject,characterId}')::int
    left join characters s on s.id = coalesce(q.merged_into_id, q.id)
    left join vehicles v on v.id = (d.content #>> '{subject,vehicleId}')::int`,
  toSummary,
}

/** Lock the warrant that a draft changes before the draft. */
export const {
  find: findDraft,
  lock: lockDraft,
  findOf: findDraftOf,
  count: countDrafts,
  update: updateDraft,
  remove: deleteDraft,
  list: listDrafts,
  readSummary: readDraftSummary,
} = draftTable<Draft, WarrantContentInput, SummaryRow, WarrantDraftSummary>({
  table: 'warrant_drafts',
  document: 'warrant_id',
  act: 'warrant.draft',
  columns,
  summary,
})

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
