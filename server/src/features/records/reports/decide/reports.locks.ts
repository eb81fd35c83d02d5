import type { ReportKind, ReportState } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { lockOwners, type Owner } from '../../history/history.port.ts'
import { noSuchReport, reportChanged } from '../read/reports.rows.ts'

export type HeldReport = {
  readonly id: number
  readonly kind: ReportKind
  readonly isMedical: boolean
  readonly year: number
  readonly number: number
  readonly state: ReportState
  readonly amendment: 'submitted' | 'returned' | null
  readonly revisionId: number
  readonly proposedRevisionId: number | null
  readonly writerId: number
  readonly writerIdentifier: string
  readonly writerName: string
  readonly departmentId: number
  readonly serverId: number
  readonly subjectId: number | null
  readonly version: number
}

export async function findReport(tx: Tx, reportId: number): Promise<HeldReport | undefined> {
  const { rows } = await sql<HeldReport>`
    select r.id, r.kind, r.is_medical as "isMedical", r.year, r.number, r.state, r.amendment, r.revision_id as "revisionId",
      r.proposed_revision_id as "proposedRevisionId", r.writer_id as "writerId", r.writer_identifier as "writerIdentifier",
      w.name as "writerName", r.department_id as "departmentId", r.server_id as "serverId", r.subject_id as "subjectId", r.version
    from reports r join users w on w.id = r.writer_id where r.id = ${reportId}`.execute(tx)
  return rows[0]
}

/** The subject's character now, with its member: a noted person may have been claimed. Undefined if the character was deleted. */
export async function subjectOwner(tx: Db | Tx, characterId: number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select c.id as "characterId", c.name, c.user_id as "userId", c.deceased_at is not null as "isDeceased"
    from characters q join characters c on c.id = coalesce(q.merged_into_id, q.id) and c.removed_at is null
    where q.id = ${characterId}`.execute(tx)
  return rows[0]
}

/** Locks the members of subjects before any row, as everywhere in records, because a report changes the records of its subject. */
export async function lockSubjects(tx: Tx, subjectIds: readonly (number | null)[], alsoUserIds: readonly number[] = []): Promise<void> {
  const owners: (number | null)[] = [...alsoUserIds]
  for (const subjectId of new Set(subjectIds)) {
    if (subjectId !== null) owners.push((await subjectOwner(tx, subjectId))?.userId ?? null)
  }
  await lockOwners(tx, owners)
}

/**
 * Locks a report until the transaction ends. Before it, locks its writer and the members of its present and next subject, who are all told what
 * happens to it: two transactions that tell the same members never wait for each other.
 */
export async function lockReport(tx: Tx, reportId: number, nextSubjectId: number | null = null): Promise<HeldReport> {
  const before = await findReport(tx, reportId)
  if (!before) throw noSuchReport()
  await lockSubjects(tx, [before.subjectId, nextSubjectId], [before.writerId])
  await sql`select from reports where id = ${reportId} for update`.execute(tx)
  const held = await findReport(tx, reportId)
  if (!held) throw noSuchReport()
  // The report has another subject by now, whose member isn't locked.
  if (held.subjectId !== before.subjectId && held.subjectId !== nextSubjectId) throw reportChanged()
  return held
}
