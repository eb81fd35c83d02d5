import type { Actor } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { verifyPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './users.repo.ts'

/** Returns the hash that the password was checked against; null for an account without a password. */
export type PasswordCheck = (actor: Actor, current: string | null | undefined) => Promise<string | null>

/**
 * Asks members for their current password before they change how their account is signed in to. A wrong one counts as a failed sign-in, so
 * that an open session can't be used to guess it. Members without a password have to have signed in with Discord, or confirmed with it, just now.
 */
export const createPasswordCheck =
  ({ db, attempts }: { readonly db: Db; readonly attempts: AttemptGuard }): PasswordCheck =>
  async (actor, current) => {
    const stored = await repo.passwordHashOf(db, actor.userId)
    if (stored === null) {
      if (await repo.confirmedUntil(db, actor.sessionId)) return null
      throw new AppError('forbidden', 'Confirm with Discord that it is you, then try again', 'currentPassword')
    }
    if (!current) throw new AppError('invalid_input', 'Enter your current password', 'currentPassword')
    const attempt = await attempts.begin(actor.user.emailAddress, actor.address, 'signed in')
    if (attempt.waitSeconds > 0) {
      throw new AppError('too_many_attempts', `Too many wrong passwords: try again in ${attempt.waitSeconds} s`, 'currentPassword')
    }
    if (!stored || !(await verifyPassword(stored, current))) {
      throw new AppError('invalid_input', 'This is not your current password', 'currentPassword')
    }
    await attempt.succeeded()
    return stored
  }

/** Checks again in the transaction that makes the change, once the account is locked. */
export async function assertSamePassword(tx: Tx, userId: number, stored: string | null): Promise<void> {
  if ((await repo.passwordHashOf(tx, userId)) !== stored) {
    throw new AppError('conflict', 'Your password has been changed in the meantime', 'currentPassword')
  }
}
