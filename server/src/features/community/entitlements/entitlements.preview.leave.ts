import { accessSubject, isAllowed, manageMembers, mayHandleUser, type LeaveChange, type MemberEffects } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { readToday } from '../../../platform/calendar/calendar.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertMayDecide } from '../../people/leaves/leaves.port.ts'
import { endLeaveNow, insertLeave, noSuchMember } from '../../people/members/members.port.ts'
import { lockWithActor } from '../../people/users/users.port.ts'
import { effectsOfChange } from './entitlements.effects.ts'

/** The effects of a leave while it lasts, or of its end. Runs in a transaction that is undone. Anyone may give what leave gives. */
export async function previewLeave(tx: Tx, actor: Actor, { userId, leave }: LeaveChange): Promise<MemberEffects> {
  const { own, account } = await lockWithActor(tx, actor, userId)
  const managesThem = isAllowed(manageMembers, accessSubject(own)) && mayHandleUser(own, account)
  // Members who manage others record leave, their own too. Supervisors grant it.
  if (!managesThem && !('endedId' in leave)) assertMayDecide(own, account)
  else if (!managesThem) throw new AppError('forbidden', 'You may not change this')
  if (account.isDisabled || account.isDeleted) throw noSuchMember()
  if ('endedId' in leave) {
    const { changes } = await effectsOfChange(tx, userId, () => endLeaveNow(tx, userId, leave.endedId))
    return { ...changes, refusals: [] }
  }
  return { ...(await previewBeginning(tx, actor, userId, leave)), refusals: [] }
}

type Days = { readonly startsOn: string; readonly endsOn: string }

async function previewBeginning(tx: Tx, { userId: authorId }: Actor, userId: number, { startsOn, endsOn }: Days) {
  const record = (days: Days) => insertLeave(tx, userId, authorId, { ...days, reason: 'A preview' })
  const today = await readToday(tx)
  // Fails if these days overlap another leave.
  await record({ startsOn, endsOn })
  // Every day of leave gives the same, so compare today with this leave and today without any.
  await tx
    .updateTable('leaves')
    .set({ ended_early_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .execute()
  const { changes } = await effectsOfChange(tx, userId, async () => {
    if (endsOn >= today) await record({ startsOn: today, endsOn: today })
  })
  return { ...changes, ...(startsOn > today && { startsOn }) }
}
