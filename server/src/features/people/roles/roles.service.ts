import {
  admin,
  levelOf,
  manageUsers,
  mayHandleLevel,
  ROOT_LEVEL,
  withImpliedRoles,
  type BodyOf,
  type CurrentUser,
  type ParamsOf,
  type ResponseOf,
  type addUserRole,
  type RoleInput,
  type RoleInUse,
  type updateRole,
} from '@tenfour/contract'
import { changesBetween, recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  explainAccountViolation,
  getAccount,
  insertUserRole,
  lockAccount,
  lockRoles,
  type Authorize,
  type AuthorizedTx,
} from '../users/users.port.ts'
import * as repo from './roles.repo.ts'

type UserAndRole = ParamsOf<typeof addUserRole>
type ChangedUser = ResponseOf<typeof addUserRole>

export function createRoleService({ db, authorize }: { db: Db; authorize: Authorize }) {
  /** Locks the role, then the account: the order used everywhere. */
  const lockBoth = async (tx: Tx, actor: Actor, { roleId, userId }: UserAndRole) => {
    const [role] = await lockRoles(tx, [roleId])
    if (!role) throw noSuchRole()
    const { own } = await lockAccount(tx, actor, userId, manageUsers)
    const change = async (write: (allowed: AuthorizedTx) => Promise<boolean>) =>
      authorize(tx, { actor, own }, { changes: [{ userId, roles: [role] }], write })
    return { role, change }
  }
  const changedUser = async (tx: Tx, userId: number): Promise<ChangedUser> => {
    const { version } = await getAccount(tx, userId)
    return { userId, version }
  }

  return {
    upToLevel: async (actor: Actor, highestLevel: number) => repo.rolesInUse(db, Math.min(highestLevel, levelOf(actor.user))),

    list: (): Promise<RoleInUse[]> => repo.rolesInUse(db, ROOT_LEVEL),

    give: (actor: Actor, { roleId, userId }: UserAndRole): Promise<ChangedUser> =>
      db.transaction().execute(async (tx) => {
        const { role, change } = await lockBoth(tx, actor, { roleId, userId })
        if (await change((allowed) => insertUserRole(allowed, userId, roleId, actor.userId))) {
          await recordAudit(tx, actor, 'user.role-added', { subjectType: 'user', subjectId: userId, after: { role: role.name } })
        }
        return changedUser(tx, userId)
      }),

    take: (actor: Actor, { roleId, userId }: UserAndRole): Promise<ChangedUser> =>
      db
        .transaction()
        .execute(async (tx) => {
          const { role, change } = await lockBoth(tx, actor, { roleId, userId })
          if (!(await change((allowed) => repo.deleteUserRole(allowed, userId, roleId))))
            throw new AppError('not_found', `This user does not hold ${role.name}`)
          await recordAudit(tx, actor, 'user.role-removed', { subjectType: 'user', subjectId: userId, before: { role: role.name } })
          return changedUser(tx, userId)
        })
        .catch(explainAccountViolation),

    create: (actor: Actor, input: RoleInput): Promise<RoleInUse> =>
      db
        .transaction()
        .execute(async (tx) => {
          const { own } = await lockAccount(tx, actor, actor.userId, admin)
          assertMayShape(own, input)
          const role = await repo.roleInUse(tx, await repo.insertRole(tx, input))
          await recordAudit(tx, actor, 'role.created', { subjectType: 'role', subjectId: role.roleId, after: auditedFields(role) })
          return role
        })
        .catch(explainRoleViolation),

    update: (actor: Actor, roleId: number, { version, ...input }: BodyOf<typeof updateRole>): Promise<RoleInUse> =>
      db
        .transaction()
        .execute(async (tx) => {
          const before = await lockRoleToChange(tx, actor, roleId)
          assertMayShape(before.own, input)
          if (!(await repo.updateRole(tx, roleId, version, input)))
            throw new AppError('conflict', 'This role has changed since you opened it')
          const after = await repo.roleInUse(tx, roleId)
          const changes = changesBetween(auditedFields(before.role), auditedFields(after))
          if (changes) await recordAudit(tx, actor, 'role.changed', { subjectType: 'role', subjectId: roleId, ...changes })
          return after
        })
        .catch(explainRoleViolation),

    delete: (actor: Actor, roleId: number): Promise<Record<never, never>> =>
      db
        .transaction()
        .execute(async (tx) => {
          const { role } = await lockRoleToChange(tx, actor, roleId)
          await repo.deleteRole(tx, roleId)
          await recordAudit(tx, actor, 'role.deleted', { subjectType: 'role', subjectId: roleId, before: auditedFields(role) })
          return {}
        })
        .catch(explainRoleViolation),
  }
}

async function lockRoleToChange(tx: Tx, actor: Actor, roleId: number) {
  if (!(await repo.lockRole(tx, roleId))) throw noSuchRole()
  const role = await repo.roleInUse(tx, roleId)
  const { own } = await lockAccount(tx, actor, actor.userId, admin)
  assertMayShape(own, { ...role, roleGroup: role.roleGroup.name })
  return { own, role }
}

/** Nobody may edit a role at or above their own level, or of a group not below theirs; otherwise levels could be bypassed. */
function assertMayShape(own: CurrentUser, { level, roleGroup }: RoleInput): void {
  const held = own.roles.map((role) => role.roleGroup.name)
  const isBelow = held.includes('Root') || held.some((group) => group !== roleGroup && withImpliedRoles([group]).has(roleGroup))
  if (!isBelow) throw new AppError('forbidden', `Roles of the group ${roleGroup} are not below your own`, 'roleGroup')
  if (!mayHandleLevel(levelOf(own), level)) throw new AppError('forbidden', `Level ${level} is not below your own`, 'level')
  if ((roleGroup === 'Root') !== (level === ROOT_LEVEL)) {
    throw new AppError('invalid_input', `Level ${ROOT_LEVEL} belongs to the group Root alone`, 'level')
  }
}

function explainRoleViolation(error: unknown): never {
  if (violates(error, 'roles_name_key')) throw new AppError('conflict', 'Another role already has this name', 'name')
  if (violates(error, 'user_roles_role_id_fkey')) throw new AppError('conflict', 'Somebody holds this role: take it from them first')
  return explainAccountViolation(error)
}

const auditedFields = ({ name, level, roleGroup, signsWarrants }: RoleInUse) => ({ name, level, roleGroup: roleGroup.name, signsWarrants })
const noSuchRole = () => new AppError('not_found', 'There is no such role')
