import type { KeyScope } from '@tenfour/contract'
import { z } from 'zod'
import { recordAudit, type AuditActor } from '../audit/audit.ts'
import type { Db, Tx } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { hashSecret, newApiKey } from './secrets.ts'

export type KeyKind = 'web' | 'server' | 'integration' | 'display'

const SCOPES: Record<KeyKind, KeyScope[]> = { web: ['portal'], integration: ['portal'], server: ['bridge'], display: ['display'] }

/** The web client's key comes from the configuration or the data folder; this only registers it. */
export async function ensureWebKey(db: Db, key: string): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({ name: 'Web client', kind: 'web', scopes: SCOPES.web, key_hash: hashSecret(key) })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ revoked_at: null }))
    .execute()
}

/**
 * Returns the key, which is shown only once: only its hash is stored. A key of a game server, or of its displays, is bound to that server.
 * A limited key gets no tickets for accounts with roles or permissions.
 */
export const issueKey = (
  db: Db,
  actor: AuditActor,
  kind: KeyKind,
  name: string,
  serverId: number | null = null,
  isLimited = false,
): Promise<string> => db.transaction().execute((tx) => issueKeyIn(tx, actor, { kind, name, serverId, isLimited }))

type NewKey = { readonly kind: KeyKind; readonly name: string; readonly serverId: number | null; readonly isLimited: boolean }
async function issueKeyIn(tx: Tx, actor: AuditActor, { kind, name, serverId, isLimited }: NewKey): Promise<string> {
  const key = newApiKey(kind)
  const { id } = await tx
    .insertInto('api_keys')
    .values({ name, kind, scopes: SCOPES[kind], key_hash: hashSecret(key), server_id: serverId, is_limited: isLimited })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(tx, actor, 'key.issued', { subjectType: 'key', subjectId: id, after: { kind, name, serverId } })
  return key
}

/** The web client's key is configured elsewhere. */
const REPLACEABLE = ['server', 'integration', 'display'] as const satisfies KeyKind[]

/** Issues a replacement; the old key stays valid for the overlap. Returns the new key, which is shown only once. */
export const rotateKey = (db: Db, actor: AuditActor, id: number, overlapMs: number, isLimited = false): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const replaced = await tx
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() + overlapMs) })
      .where('id', '=', id)
      .where('kind', 'in', REPLACEABLE)
      .where('revoked_at', 'is', null)
      .where('expires_at', 'is', null)
      .returning(['kind', 'name', 'server_id', 'expires_at'])
      .executeTakeFirst()
    if (!replaced) throw new AppError('conflict', 'This key was replaced or revoked already')
    await recordAudit(tx, actor, 'key.rotated', {
      subjectType: 'key',
      subjectId: id,
      after: { expiresAt: replaced.expires_at?.toISOString() },
    })
    return issueKeyIn(tx, actor, {
      kind: z.enum(REPLACEABLE).parse(replaced.kind),
      name: replaced.name,
      serverId: replaced.server_id,
      isLimited,
    })
  })

export const listKeys = (db: Db) =>
  db.selectFrom('api_keys').select(['id', 'kind', 'name', 'server_id', 'created_at', 'expires_at', 'revoked_at']).orderBy('id').execute()

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
