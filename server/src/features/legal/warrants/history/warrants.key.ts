import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database.ts'
import { keyIdOf } from './warrants.seals.ts'

/** What the operator should know at start, if the history of warrants was last sealed with another key. */
export async function otherHistoryKey(db: Db, key: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ keyId: string }>`select key_id as "keyId" from warrant_chain where id = 1`.execute(db)
  const ours = keyIdOf(key)
  if (!rows[0] || rows[0].keyId === ours) return undefined
  return (
    `The history of warrants was sealed with another key (${rows[0].keyId}) than this portal has (${ours}): what was sealed with it can't be ` +
    'checked here. Put history-key back from a backup of the data folder, or set PORTAL_HISTORY_KEY to the same key on all portals'
  )
}
