import type { CurrentUser } from '@tenfour/contract'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'

type Giver = {
  readonly actor: AuditActor
  /** Their rights now. */
  readonly own: CurrentUser
  /** The field that an error names. */
  readonly field?: string
}

/**
 * Called before ranks, memberships or roles of these members change, in the same transaction. The function it returns is called after: it refuses
 * the change if it leads to something that the giver may not give. What that is, is known above.
 */
export type WatchGifts = (tx: Tx, userIds: readonly number[]) => Promise<(giver: Giver, userIds: readonly number[]) => Promise<void>>
