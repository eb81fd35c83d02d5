import { isDeepStrictEqual } from 'node:util'
import type { Warrant } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { factsOf } from './warrants.change.ts'
import { bodyOf, entryColumns, type EntryRow } from './warrants.entries.ts'
import { readWarrant, type WarrantRow } from './warrants.rows.ts'
import { keyIdOf, sealEntry, shortSeal } from './warrants.seals.ts'

/** `relabelled`: sealed with this key, and marked as if it were with another. */
type Verdict = 'intact' | 'changed' | 'other key' | 'relabelled'

export function judgeEntry(key: Buffer, row: EntryRow): Verdict {
  const isOurs = row.keyId === keyIdOf(key)
  if (row.seal.equals(sealEntry(key, row.sealBefore, row))) return isOurs ? 'intact' : 'relabelled'
  return isOurs ? 'changed' : 'other key'
}

/** The facts in which a warrant differs from what its last entry says. */
export function factsChanged(row: WarrantRow, body: string): readonly string[] {
  const now = factsOf(row)
  return Object.entries(bodyOf(body)?.facts ?? {}).flatMap(([name, then]) => (isDeepStrictEqual(now[name], then) ? [] : [name]))
}

/** Whether the history of one warrant is as it was written, and the warrant as the history says. */
export async function chainOf(db: Db | Tx, key: Buffer, warrantId: number): Promise<NonNullable<Warrant['chain']>> {
  const { rows } = await sql<EntryRow & { previous: Buffer | null }>`
    select ${entryColumns}, (select p.seal from warrant_entries p where p.entry = e.entry - 1) as previous
    from warrant_entries e where warrant_id = ${warrantId} order by step`.execute(db)
  const last = rows.at(-1)
  if (!last) return { entries: 0, isUnbroken: false, digest: '' }
  const isUnbroken =
    rows.every(
      (row, i) =>
        row.step === i + 1 &&
        (row.entry === 1 || row.previous?.equals(row.sealBefore) === true) &&
        (i === 0 || row.entry > (rows[i - 1]?.entry ?? 0)) &&
        judgeEntry(key, row) === 'intact',
    ) && factsChanged(await readWarrant(db, warrantId), last.body).length === 0
  return { entries: rows.length, isUnbroken, digest: shortSeal(last.seal) }
}
