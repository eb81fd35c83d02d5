import { accessSubject, isAllowed, manageMembers, mayHandleUser, type LeaveChange, type MemberEffects } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { readToday } from '../../../platform/calendar/calendar.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertMayDecide } from '../../people/leaves/leaves.port.ts'
import { endLeaveNow, insertLeave, noSuchMember } from '../../people/members/members.port.ts'
import { lockWithActor } from '../../people/users/users.port.ts'
import { changesBetween, effectsOf } from './entitlements.effects.ts'

/** What leave gives while it lasts, or what its end takes. To be undone, like every preview. Leave gives nothing that anyone may not give. */
export async function previewLeave(tx: Tx, actor: Actor, { userId, leave }: LeaveChange): Promise<MemberEffects> {
  const { own, account } = await lockWithActor(tx, actor, userId)
  const managesThem = isAllowed(manageMembers, accessSubject(own)) && mayHandleUser(own, account)
  // Who manages members records it, for themselves as well; supervisors grant it.
  if (!managesThem && !('endedId' in leave)) assertMayDecide(own, account)
  else if (!managesThem) throw new AppError('forbidden', 'You may not change this')
  if (account.isDisabled || account.isDeleted) throw noSuchMember()
  const changes = 'endedId' in leave ? await ending(tx, userId, leave.endedId) : await beginning(tx, actor, userId, leave)
  return { ...changes, refusals: [] }
}

type Days = { readonly startsOn: string; readonly endsOn: string }

async function ending(tx: Tx, userId: number, leaveId: number) {
  const before = await effectsOf(tx, userId)
  await endLeaveNow(tx, userId, leaveId)
  return changesBetween(before, await effectsOf(tx, userId))
}

async function beginning(tx: Tx, { userId: authorId }: Actor, userId: number, { startsOn, endsOn }: Days) {
  const record = (days: Days) => insertLeave(tx, userId, authorId, { ...days, reason: 'A preview' })
  const today = await readToday(tx)
  // For the days that overlap other leave.
  await record({ startsOn, endsOn })
  // What a day of leave gives, whichever day it is: today with this leave, against today without any.
  await tx
    .updateTable('leaves')
    .set({ ended_early_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .execute()
  const before = await effectsOf(tx, userId)
  if (endsOn >= today) await record({ startsOn: today, endsOn: today })
  return { ...changesBetween(before, await effectsOf(tx, userId)), ...(startsOn > today && { startsOn }) }
}
