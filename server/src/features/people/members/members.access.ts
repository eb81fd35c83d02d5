import { manageMembers } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockAccount, type LockedAccount } from '../users/users.port.ts'

export const noSuchMember = () => new AppError('not_found', 'There is no such member')

/** Locks a member for changes until the transaction ends. Refuses members above the actor, and disabled or deleted ones. */
export async function claimMember(tx: Tx, actor: Actor, userId: number): Promise<LockedAccount> {
  const locked = await lockAccount(tx, actor, userId, manageMembers)
  if (locked.account.isDisabled || locked.account.isDeleted) throw noSuchMember()
  return locked
}

/** The same for actions nobody may do to themselves; `act` completes the error message. */
export async function claimOther(tx: Tx, actor: Actor, userId: number, act: string): Promise<LockedAccount> {
  if (userId === actor.userId) throw new AppError('forbidden', `You can't ${act} yourself: ask someone else`)
  return claimMember(tx, actor, userId)
}
