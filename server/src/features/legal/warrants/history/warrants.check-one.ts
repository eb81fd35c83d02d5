import { MAX_WARRANT_HISTORY, type Warrant } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { factsChanged } from './warrants.facts.ts'
import { entryColumns, judgeEntry, type EntryRow } from './warrants.entries.ts'
import { readWarrant } from '../read/warrants.rows.ts'

type Integrity = NonNullable<Warrant['chain']>
type EntryBesidePrevious = EntryRow & { readonly previous: Buffer | null; readonly entries: number }

/** Whether the newest entries of one warrant are as they were written, and whether the warrant is as the last entry says. */
export async function integrityOf(db: Db | Tx, key: Buffer, warrantId: number): Promise<Integrity> {
  const { rows } = await sql<EntryBesidePrevious>`
    select ${entryColumns}, (select p.seal from warrant_entries p where p.entry = e.entry - 1) as previous,
      (select count(*) from warrant_entries a where a.warrant_id = ${warrantId}) as entries
    from warrant_entries e where warrant_id = ${warrantId} order by step desc limit ${MAX_WARRANT_HISTORY}`.execute(db)
  const [last] = rows
  if (!last) return { entries: 0, state: 'broken', digest: '' }
  const isAsRecorded = factsChanged(await readWarrant(db, warrantId), last.body).length === 0
  return { entries: last.entries, state: isAsRecorded ? stateOfEntries(key, rows) : 'broken', digest: last.seal.toString('hex') }
}

/** The state of the entries of one warrant, newest first. An entry that was sealed with another key can't be checked. */
function stateOfEntries(key: Buffer, rows: readonly EntryBesidePrevious[]): Integrity['state'] {
  const areInOrder = rows.every(
    (row, i) =>
      row.step === row.entries - i &&
      (row.entry === 1 || row.previous?.equals(row.sealBefore) === true) &&
      (i === 0 || row.entry < (rows[i - 1]?.entry ?? 0)),
  )
  const verdicts = new Set(rows.map((row) => judgeEntry(key, row)))
  if (!areInOrder || verdicts.has('changed') || verdicts.has('relabelled')) return 'broken'
  return verdicts.has('other key') ? 'unknown' : 'unbroken'
}
