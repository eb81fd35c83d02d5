import type { AuditAction, AuditSubject } from '@tenfour/contract'
import type { Tx } from '../database/database.ts'

/** The signed-in user who did it, or nobody if it was the portal itself or the CLI. */
export type AuditActor = { readonly userId?: number; readonly requestId?: string }

export type AuditEntry = {
  readonly subjectType: AuditSubject
  readonly subjectId: number | string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** The fields that differ, before and after; undefined if none does. */
export function changesBetween<T extends Readonly<Record<string, unknown>>>(
  before: T,
  after: T,
): Pick<AuditEntry, 'before' | 'after'> | undefined {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length === 0) return undefined
  const only = (all: T) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  return { before: only(before), after: only(after) }
}

/** Pass the transaction of the change itself, so that both are written or neither is. */
export const recordAudit = (tx: Tx, actor: AuditActor, action: AuditAction, entry: AuditEntry): Promise<void> =>
  recordAudits(tx, actor, action, [entry])

/** The same action on several subjects, in one statement. */
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
