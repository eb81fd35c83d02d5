import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { prepare } from './prepared.ts'

const seqsOf = prepare<{ keys: readonly string[] }, { key: string; seq: number }>(
  ($) => sql`select key, seq from streams where key = any(${$('keys')}::text[])`,
)

/** Current sequence numbers of live rooms, in the order of `keys`; 0 if nothing was ever published. */
export async function streamSeqs(db: Db | Tx, keys: readonly string[]): Promise<number[]> {
  const byKey = new Map((await seqsOf.run(db, { keys })).map(({ key, seq }) => [key, seq]))
  return keys.map((key) => byKey.get(key) ?? 0)
}

/** Reads everything in one database snapshot; otherwise the sequence number could be ahead of the rows. */
export const readAtOnce = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
