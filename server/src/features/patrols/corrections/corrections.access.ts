import { accessSubject, anyOf, capability, isAllowed, MESSAGES, staff } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { LockedPatrol } from './corrections.repo.ts'

const decider = anyOf(staff, capability('seePatrols', 'departmentId'))

/** Staff, and holders of the capability in the patrol's department: by the rights they have now. Never the member themselves. */
export async function assertMayDecide(
  tx: Tx,
  act: 'correction.decide' | 'gap.decide',
  actor: Actor,
  { userId, departmentId }: LockedPatrol,
): Promise<void> {
  const own = await loadCurrentUser(tx, actor.userId)
  if (!own || !isAllowed(decider, accessSubject(own.user), { departmentId })) throw new AppError('forbidden', MESSAGES.forbidden)
  await assertAct(tx, act, actor, { userIds: [userId] })
}
