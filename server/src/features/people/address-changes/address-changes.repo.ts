import { ADDRESS_LINK_HOURS, type AddressChange } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { AuthorizedTx } from '../users/users.port.ts'

export async function pendingOf(db: Db | Tx, userId: number): Promise<AddressChange> {
  const row = await db
    .selectFrom('address_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return { pending: row ? { emailAddress: row.email, expiresAt: row.expires_at.toISOString() } : null }
}

/** Replaces an earlier request of the member. */
export async function saveChange(tx: Tx, userId: number, emailAddress: string, codeHash: Buffer): Promise<void> {
  await sql`insert into address_changes (user_id, email, code_hash, expires_at)
    values (${userId}, ${emailAddress}, ${codeHash}, now() + make_interval(hours => ${ADDRESS_LINK_HOURS}))
    on conflict (user_id) do update set email = excluded.email, code_hash = excluded.code_hash, expires_at = excluded.expires_at`.execute(
    tx,
  )
}

export const deleteChange = (tx: Db | Tx, userId: number) => tx.deleteFrom('address_changes').where('user_id', '=', userId).execute()

export type OpenChange = { readonly userId: number; readonly emailAddress: string; readonly expiresAt: Date }

/** Nothing for a code that is unknown, used, ended or expired, each by the same query. */
export const findChange = (db: Db | Tx, codeHash: Buffer): Promise<OpenChange | undefined> =>
  db
    .selectFrom('address_changes')
    .select(['user_id as userId', 'email as emailAddress', 'expires_at as expiresAt'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Of two who confirm at once, one gets it. */
export async function takeChange(tx: Tx, codeHash: Buffer): Promise<boolean> {
  const taken = await tx
    .deleteFrom('address_changes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return Boolean(taken.numDeletedRows)
}

export const saveAddress = (tx: AuthorizedTx, userId: number, emailAddress: string) =>
  tx.updateTable('users').set({ email: emailAddress }).where('id', '=', userId).execute()

export const deleteOldChanges = async (db: Db): Promise<void> =>
  void (await db
    .deleteFrom('address_changes')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute())
