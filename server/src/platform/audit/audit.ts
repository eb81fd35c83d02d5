import type { Tx } from '../database/database.ts'

/** Every action that is recorded; a new one is added here first. */
export type AuditAction =
  | 'portal.set-up'
  | 'user.created'
  | 'user.password-reset'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.role-added'
  | 'key.issued'
  | 'key.revoked'
  | 'server.created'
  | 'server.changed'

/** Who did it: a signed-in user, or nobody when the portal or its console did. */
export type AuditActor = { readonly userId?: number; readonly requestId?: string }

export type AuditEntry = {
  readonly subjectType: 'portal' | 'user' | 'key' | 'server'
  readonly subjectId: number | string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Written in the transaction of the change itself, so that there is never the one without the other. */
export async function recordAudit(
  tx: Tx,
  actor: AuditActor,
  action: AuditAction,
  { subjectType, subjectId, before, after }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      actor_id: actor.userId ?? null,
      action,
      subject_type: subjectType,
      subject_id: String(subjectId),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      request_id: actor.requestId ?? null,
    })
    .execute()
}
