import type { JailTerm } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { isServed, selectTerms } from './penalties.rows.ts'

/** What a person has to pay and whether they are in jail, for those who look them up. */
export async function penaltiesOnRecord(
  db: Db | Tx,
  characterId: number,
): Promise<{ readonly unpaidFines: number; readonly jail: JailTerm | null }> {
  const { rows } = await sql<{ unpaid: number; termId: number | null }>`
    select (select coalesce(sum(amount), 0) from fines where character_id = ${characterId} and state in ('unpaid', 'contested')) as unpaid,
      (select id from jail_terms t where character_id = ${characterId} and ${isServed} order by until_at desc limit 1) as "termId"`.execute(
    db,
  )
  const { unpaid = 0, termId = null } = rows[0] ?? {}
  const [jail] = termId === null ? [] : await selectTerms(db, sql`t.id = ${termId}`)
  return { unpaidFines: unpaid, jail: jail ?? null }
}
