import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Whether the member served a warrant on this person within a day. */
export async function hasServed(db: Db | Tx, userId: number, characterId: number): Promise<boolean> {
  const { rows } = await sql`
    select from warrants w join characters n on n.id = w.character_id
    where w.state = 'served' and w.closed_at > now() - interval '24 hours' and (w.served_return #>> '{by,userId}')::int = ${userId}
      and coalesce(n.merged_into_id, n.id) = ${characterId} limit 1`.execute(db)
  return rows.length > 0
}
