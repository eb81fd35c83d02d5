import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../../platform/database/database.ts'
import { readWarrant, type WarrantRow } from '../read/warrants.rows.ts'
import { appendEntry, bodyOf } from './warrants.entries.ts'

/** Adds an entry about a warrant as it is now. */
export const addEntry = async (tx: Tx, key: Buffer, entry: Omit<Parameters<typeof appendEntry>[2], 'facts'>): Promise<void> =>
  appendEntry(tx, key, { ...entry, facts: factsOf(await readWarrant(tx, entry.warrantId)) })

/** The facts of a warrant, which must not change without an entry. Facts are only ever added: an entry is compared by those it has. */
export const factsOf = (row: WarrantRow): Readonly<Record<string, unknown>> => ({
  state: row.state,
  type: row.type,
  number: [row.year, row.number],
  writerId: row.writer_id,
  writerIdentifier: row.writer_identifier,
  departmentId: row.department_id,
  subject: [row.subject_kind, row.subject_name],
  // The ids as submitted: a claim, which merges two persons, does not change the warrant.
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

/** PostgreSQL has times that JavaScript can't hold, such as infinity. */
const instant = (at: Date | null): string | null => (at === null ? null : at instanceof Date ? at.toISOString() : String(at))

/** The names of the facts in which a warrant differs from its last entry. */
export function factsChanged(row: WarrantRow, body: string): readonly string[] {
  const now = factsOf(row)
  return Object.entries(bodyOf(body)?.facts ?? {}).flatMap(([name, then]) => (isDeepStrictEqual(now[name], then) ? [] : [name]))
}

/** A digest of JSON that does not depend on the order of keys: PostgreSQL stores them in an order of its own. */
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortedPairs(value)))
    .digest('hex')

function sortedPairs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedPairs)
  if (typeof value !== 'object' || value === null) return value
  // Pairs and not an object, because an object puts keys that look like numbers first.
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => ({ key, value: sortedPairs(inner) }))
}
