import {
  warrantNumber,
  type RecordActor,
  type WarrantContent,
  type WarrantReturn,
  type WarrantState,
  type WarrantSummary,
  type WarrantType,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { subjectUserId } from './warrants.viewers.ts'

export const noSuchWarrant = () => new AppError('not_found', 'There is no such warrant', 'warrantId')
export const warrantChanged = () => new AppError('conflict', 'This warrant has changed since you opened it')

/** A warrant as it is stored, with the names of those who acted on it. */
export type WarrantRow = {
  readonly id: number
  readonly type: WarrantType
  readonly state: WarrantState
  readonly year: number
  readonly number: number
  readonly writer_id: number
  readonly writer_name: string
  readonly writer_identifier: string
  readonly department_id: number | null
  readonly server_id: number | null
  readonly content: WarrantContent
  readonly subject_kind: 'person' | 'vehicle' | 'place'
  /** The subject now: the character that claimed them, if they were only noted when the warrant was submitted. */
  readonly character_id: number | null
  /** The subject as submitted. */
  readonly named_character_id: number | null
  readonly vehicle_id: number | null
  /** The member whose character, or whose character's vehicle, the warrant is about. */
  readonly subject_user_id: number | null
  readonly subject_name: string
  readonly about: string
  readonly call_id: number | null
  readonly submissions: number
  readonly reviewer_id: number | null
  readonly reviewer_name: string | null
  readonly is_ready: boolean
  readonly signer_id: number | null
  readonly signer_name: string | null
  readonly signed_at: Date | null
  readonly bail: number | null
  readonly expires_at: Date | null
  readonly is_confidential: boolean
  readonly reason: string
  readonly served_return: WarrantReturn | null
  readonly submitted_at: Date
  readonly since: Date
  readonly closed_at: Date | null
  readonly version: number
}

/** The same as `isKept` in SQL. */
export const isRowKept = ({ is_confidential, signed_at, content }: WarrantRow): boolean =>
  is_confidential || (signed_at === null && content.isConfidential)

export const warrantColumns = sql`w.id, w.type, w.state, w.year, w.number, w.writer_id, writer.name as writer_name, w.writer_identifier,
  w.department_id, w.server_id, w.content, w.subject_kind, coalesce(noted.merged_into_id, w.character_id) as character_id,
  w.character_id as named_character_id, w.vehicle_id, ${subjectUserId} as subject_user_id,
  w.subject_name, w.about, w.call_id, w.submissions, w.reviewer_id, reviewer.name as reviewer_name, w.is_ready, w.signer_id,
  signer.name as signer_name, w.signed_at, w.bail, w.expires_at, w.is_confidential, w.reason, w.served_return, w.submitted_at, w.since,
  w.closed_at, w.version`
export const warrantTables = sql`warrants w join users writer on writer.id = w.writer_id left join users reviewer on reviewer.id = w.reviewer_id
  left join users signer on signer.id = w.signer_id left join characters noted on noted.id = w.character_id`

export async function readWarrant(db: Db | Tx, warrantId: number): Promise<WarrantRow> {
  const { rows } = await sql<WarrantRow>`select ${warrantColumns} from ${warrantTables} where w.id = ${warrantId}`.execute(db)
  if (!rows[0]) throw noSuchWarrant()
  return rows[0]
}

/** The warrants whose ids `page` selects as `id`, in the order given. */
export async function listWarrantRows(db: Db | Tx, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<WarrantRow[]> {
  const { rows } = await sql<WarrantRow>`
    with page as materialized (${page})
    select ${warrantColumns} from page join (${warrantTables}) on w.id = page.id order by ${order}`.execute(db)
  return rows
}

const toActor = (userId: number | null, name: string | null): RecordActor | null =>
  userId === null ? null : { userId, name: name ?? '', identifier: '' }

export const toSummary = (row: WarrantRow): WarrantSummary => ({
  warrantId: row.id,
  number: warrantNumber(row.year, row.number),
  type: row.type,
  state: row.state,
  isReady: row.is_ready,
  isChanged: row.submissions > 1,
  subject: { kind: row.subject_kind, characterId: row.character_id, vehicleId: row.vehicle_id, name: row.subject_name },
  about: row.about,
  writer: { userId: row.writer_id, name: row.writer_name, identifier: row.writer_identifier },
  reviewer: row.state === 'review' ? toActor(row.reviewer_id, row.reviewer_name) : null,
  signer: toActor(row.signer_id, row.signer_name),
  bail: row.bail,
  isConfidential: row.is_confidential,
  submittedAt: row.submitted_at.toISOString(),
  since: row.since.toISOString(),
  signedAt: row.signed_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  version: row.version,
})
