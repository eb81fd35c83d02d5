import { randomUUID } from 'node:crypto'
import {
  accessSubject,
  anyOf,
  departmentsAfter,
  headsDepartment,
  isAllowed,
  isSteamHex,
  manageMembers,
  manageUsers,
  whyNotChange,
  whyNotMove,
  whyNotRank,
  type AccessRule,
  type MemberChange,
  type MemberEffects,
  type NewMember,
  type PreviewedChange,
  type UserRecord,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { findRank, noSuchMember, writeRanks } from '../../people/members/members.port.ts'
import {
  assertMemberships,
  authorizedWithoutAsking,
  explainAccountViolation,
  explainLedByDiscord,
  getAccount,
  insertAccount,
  insertUserRole,
  lockAccount,
  lockRoles,
  replaceMemberships,
} from '../../people/users/users.port.ts'
import { changesBetween, effectsOf, NO_EFFECTS } from './entitlements.effects.ts'
import { capabilitiesIn, heldGifts, refusalsOf } from './entitlements.gifts.ts'
import { previewDeparture } from './entitlements.preview.departure.ts'
import { previewLeave } from './entitlements.preview.leave.ts'
import { previewRanks } from './entitlements.preview.ranks.ts'

const ruleFor = ({ rank, move, userDepartments, name, steamId, role, state, whitelist }: MemberChange): AccessRule[] => [
  ...(rank || move ? [headsDepartment] : []),
  ...(whitelist ? [anyOf(manageUsers, manageMembers)] : []),
  ...([userDepartments, name, steamId, role, state].some((each) => each !== undefined) ? [manageUsers] : []),
]

/** The effects of a change to a member everywhere, with the checks of the change itself. Members above the actor are refused. */
export const previewMember = (db: Db, actor: Actor, change: PreviewedChange): Promise<MemberEffects> =>
  inUndoneTransaction(db, (tx) => {
    if ('userIds' in change) return previewRanks(tx, actor, change)
    if ('newMember' in change) return previewNewMember(tx, actor, change)
    if ('leave' in change) return previewLeave(tx, actor, change)
    return preview(tx, actor, change)
  })
    .catch(explainLedByDiscord)
    .catch(explainAccountViolation)

async function preview(tx: Tx, actor: Actor, change: MemberChange): Promise<MemberEffects> {
  const { userId, rank, move, role, state, whitelist, steamId, departure } = change
  if (departure) return previewDeparture(tx, actor, { userId, departure })
  const [given] = role ? await lockRoles(tx, [role.roleId]) : []
  if (role && !given) throw noSuchRole('role.roleId')
  if (change.userDepartments) await assertMemberships(tx, change.userDepartments, userId)
  if (move?.to) await assertMemberships(tx, [{ ...move.to, isPrimary: false }], userId)
  const { own, account } = await lockAccount(tx, actor, userId, anyOf(manageUsers, manageMembers, headsDepartment))
  // The effects of a move beyond the head's own department would tell them what the member has elsewhere.
  const whyNot = move ? whyNotMove(own, account, move) : null
  if (whyNot !== null) throw new AppError('forbidden', whyNot, 'move.to')
  const whyNoRank = rank ? whyNotRank(own, account, rank.departmentId) : null
  if (whyNoRank !== null) throw new AppError('forbidden', whyNoRank, 'rank.departmentId')
  const userDepartments = move ? departmentsAfter(account.userDepartments, move) : change.userDepartments
  const subject = accessSubject(own)
  if (!ruleFor(change).every((rule) => isAllowed(rule, subject))) throw new AppError('forbidden', 'You may not change this')
  if ((rank || move) && (account.isDisabled || account.isDeleted)) throw noSuchMember()

  const [before, held] = [await effectsOf(tx, userId), await heldGifts(tx, [userId])]
  await apply(tx, actor, { ...change, userDepartments })
  const [after, holds] = [await getAccount(tx, userId), await heldGifts(tx, [userId])]
  // Reactivating an account, or changing its Steam hex, gives everything that it has, as if the account were new.
  const changesSteam = steamId !== undefined && (steamId || null) !== account.steamId
  const isNew = isBack(state) || (changesSteam && userId !== actor.userId)
  const asked = {
    userId,
    ranks: rank !== undefined || userDepartments !== undefined,
    roles: given ? [given] : [],
    ...(isBack(state) || changesSteam ? { signIn: { account } } : {}),
  }
  const refusals = [
    ...whyNotChange(own, asked).map(({ message }) => message),
    ...refusalsOf(own, isNew ? capabilitiesIn(holds) : held, holds),
  ]
  if (isGone(state) && userId === actor.userId) refusals.unshift(`You can't ${state} your own account`)
  if (whitelist?.isOn === true && !isSteamHex(account.steamId ?? '')) refusals.unshift('They have no valid Steam hex')
  const { portal, ...changes } = changesBetween(before, await effectsOf(tx, userId))
  const [had, has] = [inThePortal(account), inThePortal(after)]
  return {
    ...changes,
    portal: {
      added: [...has.filter((each) => !had.includes(each)), ...portal.added],
      removed: [...had.filter((each) => !has.includes(each)), ...portal.removed],
    },
    refusals,
  }
}

/** Everything that a new account would have. */
async function previewNewMember(tx: Tx, actor: Actor, { newMember }: NewMember): Promise<MemberEffects> {
  const { name, steamId, userDepartments, roleIds } = newMember
  const roles = await lockRoles(tx, [...new Set(roleIds)])
  roleIds.forEach((roleId, index) => {
    if (!roles.some((role) => role.roleId === roleId)) throw noSuchRole(`newMember.roleIds.${index}`)
  })
  await assertMemberships(tx, userDepartments)
  const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
  const account = await insertAccount(authorizedWithoutAsking(tx), actor, {
    name: name || 'New member',
    emailAddress: `${randomUUID()}@preview.invalid`,
    // Nobody can sign in with it, because the account is undone.
    passwordHash: '',
    steamId,
    memberships: userDepartments,
    roleIds: roles.map(({ roleId }) => roleId),
    permissions: [],
  })
  const { portal, ...changes } = changesBetween(NO_EFFECTS, await effectsOf(tx, account.userId))
  return {
    ...changes,
    portal: { added: [...inThePortal(account), ...portal.added], removed: [] },
    refusals: [
      ...whyNotChange(own, { userId: null, roles }).map(({ message }) => message),
      ...refusalsOf(own, new Map(), await heldGifts(tx, [account.userId])),
    ],
  }
}

const noSuchRole = (field: string) => new AppError('invalid_input', 'There is no such role', field)

type State = MemberChange['state']
const isGone = (state: State): boolean => state === 'disable' || state === 'delete'
const isBack = (state: State): boolean => state === 'enable' || state === 'restore'

const inThePortal = ({ roles, isDisabled, isDeleted }: UserRecord): string[] => [
  ...(isDisabled || isDeleted ? [] : ['access to the portal']),
  ...roles.map(({ name }) => `the role ${name}`),
]

async function apply(tx: Tx, actor: Actor, change: MemberChange): Promise<void> {
  const { userId, rank, userDepartments, name, steamId, role, state, whitelist } = change
  const allowed = authorizedWithoutAsking(tx)
  if (rank) {
    const to = rank.rankId === null ? null : await findRank(tx, rank.rankId, rank.departmentId)
    if (to === undefined) throw new AppError('invalid_input', 'There is no such rank in this department', 'rank.rankId')
    await writeRanks(allowed, { departmentId: rank.departmentId, to, authorId: actor.userId, reason: 'A preview' }, [userId])
  }
  if (userDepartments) await replaceMemberships(allowed, userId, userDepartments)
  const columns = {
    ...(name !== undefined && { name }),
    ...(steamId !== undefined && { steam_id: steamId || null }),
    ...(state && STATES[state]),
    ...(whitelist && flagOf(whitelist)),
  }
  if (Object.keys(columns).length > 0) await tx.updateTable('users').set(columns).where('id', '=', userId).execute()
  if (role?.isHeld === true) await insertUserRole(allowed, userId, role.roleId, actor.userId)
  if (role?.isHeld === false) await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role_id', '=', role.roleId).execute()
}

/** The time does not matter, because it is undone. */
const STATES = {
  disable: { disabled_at: new Date() },
  enable: { disabled_at: null },
  delete: { deleted_at: new Date() },
  restore: { deleted_at: null },
} as const satisfies Record<NonNullable<State>, object>

const flagOf = ({ environment, isOn }: NonNullable<MemberChange['whitelist']>) =>
  environment === 'prod' ? { is_whitelisted: isOn } : { is_whitelisted_dev: isOn }
