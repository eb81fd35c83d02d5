import { mayGrantPermission, mayGrantRole, whyNotTakeOver, type CurrentUser, type Permission, type Role } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'

export function assertMayGrantRole(own: CurrentUser, role: Role, field?: string): void {
  if (mayGrantRole(own, role)) return
  throw new AppError('forbidden', `The role ${role.name} is not below your own: you can't give or take it`, field)
}

export function assertMayGrantPermissions(own: CurrentUser, before: readonly Permission[], after: readonly Permission[]): void {
  const changed = [...after.filter((each) => !before.includes(each)), ...before.filter((each) => !after.includes(each))]
  const missing = changed.find((permission) => !mayGrantPermission(own, permission))
  if (missing) throw new AppError('forbidden', `You do not hold ${missing} yourself: you can't give or take it`, 'userPermissions')
}

/** For anything that would let someone sign in as this account. `action` completes the error message. */
export function assertMayTakeOver(own: CurrentUser, account: CurrentUser, action: string, field?: string): void {
  const reason = whyNotTakeOver(own, account)
  if (reason !== null) throw new AppError('forbidden', `${reason}: you can't ${action}`, field)
}
