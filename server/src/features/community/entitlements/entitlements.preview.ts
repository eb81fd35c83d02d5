import {
  isAllowed,
  accessSubject,
  manageMembers,
  manageUsers,
  mayGrantRole,
  type AccessRule,
  type MemberChange,
  type MemberEffects,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findRank, noSuchMember, writeRanks } from '../../people/members/members.port.ts'
import { assertMemberships, insertUserRole, lockAccount, lockRoles, replaceMemberships } from '../../people/users/users.port.ts'
import { changesBetween, effectsOf } from './entitlements.effects.ts'
import { heldGifts, refusalsOf } from './entitlements.gifts.ts'

/** Carries the result out of a transaction that is rolled back. */
class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Runs a change for real and takes it back: what it leads to is what would happen, triggers included. */
export async function inUndoneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}

const ruleFor = ({ rank, userDepartments, name, role }: MemberChange): AccessRule[] => [
  ...(rank ? [manageMembers] : []),
  ...(userDepartments !== undefined || name !== undefined || role ? [manageUsers] : []),
]

/** What a change to a member would change everywhere, with the checks of the change itself. Members above the actor are refused. */
export const previewMember = (db: Db, actor: Actor, change: MemberChange): Promise<MemberEffects> =>
  inUndoneTransaction(db, async (tx) => {
    const { userId, rank, userDepartments, role } = change
    const [given] = role ? await lockRoles(tx, [role.roleId]) : []
    if (role && !given) throw new AppError('invalid_input', 'There is no such role', 'role.roleId')
    if (userDepartments) await assertMemberships(tx, userDepartments)
    const { own, account } = await lockAccount(tx, actor, userId, { kind: 'anyOf', rules: [manageUsers, manageMembers] })
    const subject = accessSubject(own)
    if (!ruleFor(change).every((rule) => isAllowed(rule, subject))) throw new AppError('forbidden', 'You may not change this')
    if (rank && (account.isDisabled || account.isDeleted)) throw noSuchMember()

    const [before, held] = [await effectsOf(tx, userId), await heldGifts(tx, [userId])]
    await apply(tx, actor, change)
    const refusals = refusalsOf(own, held, await heldGifts(tx, [userId]))
    if (rank && userId === actor.userId) refusals.unshift("You can't promote or demote yourself: ask someone else")
    if (given && !mayGrantRole(own, given)) refusals.unshift(`The role ${given.name} is not below your own: you can't give or take it`)
    return { ...changesBetween(before, await effectsOf(tx, userId)), refusals }
  })

async function apply(tx: Tx, actor: Actor, { userId, rank, userDepartments, name, role }: MemberChange): Promise<void> {
  if (rank) {
    const to = rank.rankId === null ? null : await findRank(tx, rank.rankId, rank.departmentId)
    if (to === undefined) throw new AppError('invalid_input', 'There is no such rank in this department', 'rank.rankId')
    await writeRanks(tx, { departmentId: rank.departmentId, to, authorId: actor.userId, reason: 'A preview' }, [userId])
  }
  if (userDepartments) await replaceMemberships(tx, userId, userDepartments)
  if (name !== undefined) await tx.updateTable('users').set({ name }).where('id', '=', userId).execute()
  if (role?.isHeld === true) await insertUserRole(tx, userId, role.roleId, actor.userId)
  if (role?.isHeld === false) await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role_id', '=', role.roleId).execute()
}
