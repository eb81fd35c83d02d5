import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** The row where there is one; where there is none, nobody else makes one before this transaction ends. */
export async function lockSetting(tx: Tx, key: string): Promise<{ value: unknown; version: number } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`.execute(tx)
  return tx.selectFrom('settings').select(['value', 'version']).where('key', '=', key).executeTakeFirst()
}

export const writeSetting = (tx: Tx, key: string, value: unknown, userId: number) =>
  tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), changed_by: userId })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        value: JSON.stringify(value),
        version: sql<number>`nextval('setting_versions')`,
        changed_at: sql<Date>`now()`,
        changed_by: userId,
      }),
    )
    .execute()

export const deleteSetting = (tx: Tx, key: string) => tx.deleteFrom('settings').where('key', '=', key).execute()
