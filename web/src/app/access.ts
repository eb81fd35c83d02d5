import {
  accessSubject,
  describeAccess,
  discordAdmin,
  isAllowed,
  legalStaff,
  type AccessRule,
  type CurrentUser,
  type FeatureSwitch,
  type Permission,
} from '@tenfour/contract'
import { isOn } from '../platform/features/features.ts'

/** The requirements of a route. `permissions` is checked at run time, because a value that is not a list must block the route. */
export type RouteRequirement = { readonly access: AccessRule; readonly permissions?: unknown; readonly featureSwitch?: FeatureSwitch }

export type Verdict =
  | 'allowed'
  | 'needsLogin'
  | 'needsCadDepartment'
  | 'needsRole'
  | 'needsPermissions'
  | 'invalidPermissions'
  | 'featureOff'

/** Whether this user may open the route, and if not, why. */
export function judge(user: CurrentUser | null, { access, permissions, featureSwitch }: RouteRequirement): Verdict {
  const subject = user && accessSubject(user)
  if (!subject && !isAllowed(access, null)) return 'needsLogin'
  if (!isAllowed(access, subject)) return access.kind === 'cadDepartment' ? 'needsCadDepartment' : 'needsRole'
  if (!isOn(featureSwitch)) return 'featureOff'
  if (permissions === undefined) return 'allowed'
  if (!Array.isArray(permissions)) return 'invalidPermissions'
  return isAllowed({ kind: 'permissions', all: permissions as Permission[] }, subject) ? 'allowed' : 'needsPermissions'
}

/** Why a page was refused: 'You can’t open Manage Members: it needs the Staff role.' */
export function refusalWords(page: string, { access, permissions }: RouteRequirement, verdict: 'needsRole' | 'needsPermissions'): string {
  const needed =
    verdict === 'needsPermissions' && Array.isArray(permissions)
      ? `the ${permissions.length === 1 ? 'permission' : 'permissions'} ${permissions.join(' and ')}`
      : access.kind === 'role'
        ? `the ${access.role} role`
        : access.kind === 'civilian'
          ? 'a civilian department'
          : access === legalStaff
            ? 'the Legal Services role, or one that may sign warrants'
            : access === discordAdmin
              ? 'the Admin role, or the permission DISCORD_ADMIN'
              : describeAccess(access)
  return `You can’t open ${page}: it needs ${needed}.`
}
