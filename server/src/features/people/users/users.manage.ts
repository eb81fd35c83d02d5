import {
  manageUsers,
  type BodyOf,
  type DepartmentMembership,
  type NewUserInput,
  type setUserState,
  type UserChange,
  type UserRecord,
} from '@tenfour/contract'
import { changesBetween, recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { assertAccountMayJoin, assertMayJoin, tellStaffWhy } from '../barred/barred.port.ts'
import { getAccount, lockAccount, readAccount } from './users.account.ts'
import type { Authorize } from './users.authority.ts'
import { auditedFields, insertAccount } from './users.create.ts'
import { assertMemberships, nameRankAuthor, replaceMemberships, replacePermissions } from './users.memberships.ts'
import * as repo from './users.repo.ts'

type StateChange = BodyOf<typeof setUserState>

type Deps = { readonly db: Db; readonly happened: Happened; readonly authorize: Authorize }

export function createUserManagement({ db, happened, authorize }: Deps) {
  return {
    get: (actor: Actor, userId: number): Promise<UserRecord> => readAccount(db, actor, userId),

    create: async (actor: Actor, user: NewUserInput, password: string): Promise<UserRecord> => {
      const passwordHash = await hashPassword(password)
      return db
        .transaction()
        .execute(async (tx) => {
          const roleIds = [...new Set(user.roleIds)]
          const roles = await repo.lockRoles(tx, roleIds)
          user.roleIds.forEach((roleId, index) => {
            if (!roles.some((role) => role.roleId === roleId))
              throw new AppError('invalid_input', 'There is no such role', `roleIds.${index}`)
          })
          await assertMemberships(tx, user.userDepartments)
          const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
          const created = await authorize(
            tx,
            { actor, own },
            {
              changes: [{ userId: null, roles, permissions: user.userPermissions }],
              fields: { roles: 'roleIds', permissions: 'userPermissions', ranks: 'userDepartments' },
              write: (allowed) =>
                insertAccount(allowed, actor, {
                  ...user,
                  passwordHash,
                  memberships: user.userDepartments,
                  roleIds,
                  permissions: user.userPermissions,
                }),
              newId: ({ userId }) => userId,
            },
          )
          return getAccount(tx, created.userId)
        })
        .catch(tellStaffWhy)
    },

    update: async (
      actor: Actor,
      userId: number,
      change: UserChange,
      updatesDepartments: boolean,
      password?: string,
    ): Promise<UserRecord> => {
      if (password !== undefined && userId === actor.userId) {
        throw new AppError('invalid_input', 'Change your own password in your settings', 'password')
      }
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      return db
        .transaction()
        .execute(async (tx) => {
          if (updatesDepartments) await assertMemberships(tx, change.userDepartments, userId)
          const { own, account } = await lockAccount(tx, actor, userId, manageUsers)
          assertVersion(account, change.version)
          const [signInField] = changedSignInFields(account, change, passwordHash)
          if (signInField !== undefined && (await repo.isAway(tx, userId))) throw isAway(account, signInField)
          await assertMayJoin(tx, newIdentifiers(account, change))
          const ranks = updatesDepartments && !isSameMemberships(account.userDepartments, change.userDepartments)
          const permissions = differencesOf(account.userPermissions, change.userPermissions)
          const signIn = signInField === undefined ? {} : { signIn: { account, act: 'change how it signs in' } }
          await authorize(
            tx,
            { actor, own },
            {
              changes: [{ userId, ranks, permissions, ...signIn }],
              fields: { signIn: signInField, permissions: 'userPermissions', ranks: 'userDepartments' },
              write: async (allowed) => {
                await repo.updateProfile(allowed, userId, { ...change, passwordHash })
                if (ranks) await nameRankAuthor(tx, actor.userId)
                if (ranks) await replaceMemberships(allowed, userId, change.userDepartments)
                await replacePermissions(allowed, userId, change.userPermissions)
              },
            },
          )
          if (passwordHash !== undefined) await recordAudit(tx, actor, 'user.password-reset', { subjectType: 'user', subjectId: userId })
          return recordChange(tx, actor, account, happened)
        })
        .catch(tellStaffWhy)
        .catch(repo.explainAccountViolation)
    },

    setState: async (actor: Actor, userId: number, { action, reason }: StateChange): Promise<UserRecord> => {
      if (userId === actor.userId && (action === 'disable' || action === 'delete')) {
        throw new AppError('forbidden', `You can't ${action} your own account`)
      }
      return db
        .transaction()
        .execute(async (tx) => {
          const { own, account: before } = await lockAccount(tx, actor, userId, manageUsers)
          const state = STATE_OF[action]
          if (before[state.field] === state.value) return before
          if (!state.value) await assertAccountMayJoin(tx, userId)
          // Reactivating an account gives access to anyone who knows its password.
          const signIn = state.value ? {} : { signIn: { account: before, act: `${action} it` } }
          await authorize(
            tx,
            { actor, own },
            {
              changes: [{ userId, ...signIn }],
              write: (allowed) => repo.setState(allowed, userId, state.column, state.value),
            },
          )
          const after = await getAccount(tx, userId)
          await recordAudit(tx, actor, state.audited, {
            subjectType: 'user',
            subjectId: userId,
            before: { [state.field]: before[state.field] },
            after: { [state.field]: state.value, ...(reason === '' ? {} : { reason }) },
          })
          await happened('accountChanged', tx, actor, before, after)
          return after
        })
        .catch(tellStaffWhy)
        .catch(repo.explainAccountViolation)
    },
  }
}

/** The email address and Steam hex that a change gives an account. */
export const newIdentifiers = (account: UserRecord, { emailAddress, steamId }: Pick<UserChange, 'emailAddress' | 'steamId'>) => ({
  email: emailAddress.toLowerCase() === account.emailAddress.toLowerCase() ? null : emailAddress,
  steamId: steamId === account.steamId ? null : steamId,
})

/** A former member may be reinstated with all they had, so that nobody may get into the account in the meantime. */
const isAway = ({ name }: UserRecord, field: string) => new AppError('conflict', `${name} is a former member: reinstate them first`, field)

/** Changed fields that would let someone else sign in as the account. In the game, the Steam hex would. */
const changedSignInFields = (account: UserRecord, change: UserChange, passwordHash: string | undefined) => [
  ...(passwordHash === undefined ? [] : ['password']),
  ...(change.emailAddress === account.emailAddress ? [] : ['emailAddress']),
  ...(change.steamId === (account.steamId ?? '') ? [] : ['steamId']),
]

const differencesOf = <T>(before: readonly T[], after: readonly T[]): T[] => [
  ...after.filter((each) => !before.includes(each)),
  ...before.filter((each) => !after.includes(each)),
]

const isSameMemberships = (before: readonly DepartmentMembership[], after: readonly DepartmentMembership[]): boolean => {
  const keys = (all: readonly DepartmentMembership[]) =>
    all.map(({ departmentId, rankId, isPrimary }) => `${departmentId} ${rankId} ${isPrimary}`)
  return differencesOf(keys(before), keys(after)).length === 0
}

const STATE_OF = {
  disable: { field: 'isDisabled', column: 'disabled_at', value: true, audited: 'user.disabled' },
  enable: { field: 'isDisabled', column: 'disabled_at', value: false, audited: 'user.enabled' },
  delete: { field: 'isDeleted', column: 'deleted_at', value: true, audited: 'user.deleted' },
  restore: { field: 'isDeleted', column: 'deleted_at', value: false, audited: 'user.restored' },
} as const satisfies Record<StateChange['action'], unknown>

export function assertVersion(account: UserRecord, version: number): void {
  if (account.version !== version) throw new AppError('conflict', 'This account has changed since you opened it')
}

/** Audits the differences and tells the features that they concern. */
export async function recordChange(tx: Tx, actor: AuditActor, before: UserRecord, happened: Happened): Promise<UserRecord> {
  const { userId } = before
  const after = await getAccount(tx, userId)
  const changes = changesBetween(auditedFields(before), auditedFields(after))
  if (changes) await recordAudit(tx, actor, 'user.changed', { subjectType: 'user', subjectId: userId, ...changes })
  await happened('accountChanged', tx, actor, before, after)
  return after
}
