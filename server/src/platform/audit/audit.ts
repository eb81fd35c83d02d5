import type { Tx } from '../database/database.ts'

/** Every action that is recorded; a new one is added here first. */
export type AuditAction =
  | 'portal.set-up'
  | 'user.created'
  | 'user.changed'
  | 'user.password-reset'
  | 'user.password-changed'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.deleted'
  | 'user.restored'
  | 'user.role-added'
  | 'user.role-removed'
  | 'user.whitelisted'
  | 'user.unwhitelisted'
  | 'user.session-ended'
  | 'role.created'
  | 'role.changed'
  | 'role.deleted'
  | 'whitelist.pushed'
  | 'key.issued'
  | 'key.revoked'
  | 'server.created'
  | 'server.changed'
  | 'department.created'
  | 'department.changed'
  | 'department.retired'
  | 'department.restored'
  | 'department.ordered'
  | 'rank.created'
  | 'rank.changed'
  | 'rank.retired'
  | 'rank.restored'
  | 'rank.ordered'
  | 'announcement.created'
  | 'announcement.changed'
  | 'announcement.deleted'
  | 'member.note-added'
  | 'member.note-deleted'
  | 'member.mark-added'
  | 'member.mark-withdrawn'
  | 'member.leave-added'
  | 'member.leave-ended'
  | 'member.rank-changed'

/** Who did it: a signed-in user, or nobody when the portal or its console did. */
export type AuditActor = { readonly userId?: number; readonly requestId?: string }

export type AuditEntry = {
  readonly subjectType: 'portal' | 'user' | 'role' | 'key' | 'server' | 'department' | 'rank' | 'announcement'
  readonly subjectId: number | string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** The fields that differ, as they were and as they are; undefined where none does. */
export function changesBetween<T extends Readonly<Record<string, unknown>>>(
  before: T,
  after: T,
): Pick<AuditEntry, 'before' | 'after'> | undefined {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length === 0) return undefined
  const only = (all: T) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  return { before: only(before), after: only(after) }
}

/** Written in the transaction of the change itself, so that there is never the one without the other. */
export const recordAudit = (tx: Tx, actor: AuditActor, action: AuditAction, entry: AuditEntry): Promise<void> =>
  recordAudits(tx, actor, action, [entry])

/** The same done to several subjects at once, in one statement. */
export async function recordAudits(tx: Tx, actor: AuditActor, action: AuditAction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ subjectType, subjectId, before, after }) => ({
    actor_id: actor.userId ?? null,
    action,
    subject_type: subjectType,
    subject_id: String(subjectId),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    request_id: actor.requestId ?? null,
  }))
  await tx.insertInto('audit').values(rows).execute()
}
