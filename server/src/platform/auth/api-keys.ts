import type { KeyScope } from '@tenfour/contract'
import { recordAudit, type AuditActor } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { hashSecret, newApiKey } from './secrets.ts'

export type KeyKind = 'web' | 'server' | 'integration'

const SCOPES: Record<KeyKind, KeyScope[]> = { web: ['portal'], integration: ['portal'], server: ['bridge'] }

/** The web client's key is known from outside (configuration or data folder): it is only made valid here. */
export async function ensureWebKey(db: Db, key: string): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({ name: 'Web client', kind: 'web', scopes: SCOPES.web, key_hash: hashSecret(key) })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ revoked_at: null }))
    .execute()
}

/** Returns the key itself, for the only time: what is kept is its hash. */
export async function issueKey(db: Db, actor: AuditActor, kind: KeyKind, name: string): Promise<string> {
  const key = newApiKey(kind)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('api_keys')
      .values({ name, kind, scopes: SCOPES[kind], key_hash: hashSecret(key) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, 'key.issued', { subjectType: 'key', subjectId: id, after: { kind, name } })
  })
  return key
}

export const listKeys = (db: Db) =>
  db.selectFrom('api_keys').select(['id', 'kind', 'name', 'created_at', 'revoked_at']).orderBy('id').execute()

export async function revokeKey(db: Db, actor: AuditActor, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked) await recordAudit(tx, actor, 'key.revoked', { subjectType: 'key', subjectId: id })
    return revoked !== undefined
  })
}
