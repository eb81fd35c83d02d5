import type { RecordActor, WarrantContent, WarrantEvent, WarrantSummary } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import type { EmitAll } from '../../../../platform/database/transaction.ts'
import { appendEntry } from '../history/warrants.entries.ts'
import { tellOfStep } from '../tell/warrants.notices.ts'
import { readWarrant, toSummary, type WarrantRow } from '../read/warrants.rows.ts'
import { digestOf } from '../history/warrants.seals.ts'
import { emitStep } from '../tell/warrants.tell.ts'

type Step = {
  readonly warrantId: number
  /** As it was before; null when it was just submitted for the first time. */
  readonly before: WarrantRow | null
  /** Null for the portal, when it expires. */
  readonly by: RecordActor | null
  /** A short heading, such as 'Returned'. */
  readonly title: string
  readonly text?: string
  readonly reason?: string
  readonly changes?: WarrantEvent['changes']
  /** What was submitted. */
  readonly content?: WarrantContent
  readonly at?: Date
}

/**
 * Everything that follows from a step of a warrant that was just written: its entry in the history, and what those who may know of it are told.
 * Every step goes through here, in its own transaction, and emits nothing before: the entry locks the end of the history first, so that two
 * steps that tell the same members never wait for each other.
 */
export async function recordStep(tx: Tx, emitAll: EmitAll, key: Buffer, { before, content, ...step }: Step): Promise<WarrantSummary> {
  const after = await readWarrant(tx, step.warrantId)
  const { warrantId, by, title, text = '', reason = '', changes = [], at } = step
  await appendEntry(tx, key, {
    warrantId,
    title,
    text,
    reason,
    changes,
    by,
    facts: factsOf(after),
    ...(content ? { content } : {}),
    ...(at ? { at } : {}),
  })
  await emitStep(tx, emitAll, before, after)
  await tellOfStep(tx, emitAll, before, after, by)
  return toSummary(after)
}

/** What must not change without an entry. Facts are only ever added: an entry is compared by those it has. */
export const factsOf = (row: WarrantRow): Readonly<Record<string, unknown>> => ({
  state: row.state,
  type: row.type,
  number: [row.year, row.number],
  writerId: row.writer_id,
  writerIdentifier: row.writer_identifier,
  departmentId: row.department_id,
  subject: [row.subject_kind, row.subject_name],
  // Not through a claim: that one merges persons is no change of the warrant.
  subjectId: [row.named_character_id, row.vehicle_id],
  about: row.about,
  content: digestOf(row.content),
  submissions: row.submissions,
  submittedAt: instant(row.submitted_at),
  reviewerId: row.reviewer_id,
  isReady: row.is_ready,
  signerId: row.signer_id,
  signedAt: instant(row.signed_at),
  bail: row.bail,
  expiresAt: instant(row.expires_at),
  isConfidential: row.is_confidential,
  reason: row.reason,
  return: row.served_return,
  closedAt: instant(row.closed_at),
})

/** PostgreSQL also knows times that are none in JavaScript, such as infinity. */
const instant = (at: Date | null): string | null => (at === null ? null : at instanceof Date ? at.toISOString() : String(at))
