import {
  levelOf,
  mayHandleLevel,
  withImpliedRoles,
  type CurrentUser,
  type Permission,
  type Role,
  type RoleGroupName,
} from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'

const groupsOf = (user: Pick<CurrentUser, 'roles'>): ReadonlySet<RoleGroupName> =>
  withImpliedRoles(user.roles.map(({ roleGroup }) => roleGroup.name))

export const isAdmin = (user: Pick<CurrentUser, 'roles'>): boolean => groupsOf(user).has('Admin')

/** Nobody hands out or takes away what is not below them; a role of the Admin or Root group is not, whatever its level says. */
export function assertMayGrantRole(own: CurrentUser, role: Role, field?: string): void {
  const group = role.roleGroup.name
  const isOutOfReach = (group === 'Root' || group === 'Admin') && !groupsOf(own).has(group)
  if (!mayHandleLevel(levelOf(own), role.level) || isOutOfReach) {
    throw new AppError('forbidden', `The role ${role.name} is not below your own: you can not give or take it`, field)
  }
}

/** Below Admin, only what one holds oneself can be given or taken. */
export function assertMayGrantPermissions(own: CurrentUser, before: readonly Permission[], after: readonly Permission[]): void {
  if (isAdmin(own)) return
  const changed = [...after.filter((each) => !before.includes(each)), ...before.filter((each) => !after.includes(each))]
  const missing = changed.find((permission) => !own.userPermissions.includes(permission))
  if (missing) throw new AppError('forbidden', `You do not hold ${missing} yourself: you can not give or take it`, 'userPermissions')
}

/** Whoever sets the password or email address of an account can sign in as it, and then has what it has. */
export function assertMayTakeOver(own: CurrentUser, account: CurrentUser): void {
  if (isAdmin(own) || own.userId === account.userId) return
  const missing = account.userPermissions.find((permission) => !own.userPermissions.includes(permission))
  if (missing) throw new AppError('forbidden', `This account holds ${missing} and you do not: you can not change how it signs in`)
}
