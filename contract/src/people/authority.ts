import { withImpliedRoles, type RoleGroupName } from '../access.ts'
import type { CurrentUser, Role } from './users.ts'

/**
 * Who ranks above whom, and who may take over an account. Everything that opens a session as someone or changes an identity must check
 * here: the server to decide, the web app to predict the decision.
 */

type Person = Pick<CurrentUser, 'roles' | 'userPermissions' | 'userId'>
type RoleHolder = { readonly roles: readonly { readonly level: number; readonly roleGroup: { readonly name: RoleGroupName } }[] }

export const ROOT_LEVEL = 100

/** The highest level among their roles; 0 if they have none. */
export const levelOf = ({ roles }: RoleHolder): number => Math.max(0, ...roles.map((role) => role.level))

const groupsOf = ({ roles }: RoleHolder): ReadonlySet<RoleGroupName> => withImpliedRoles(roles.map(({ roleGroup }) => roleGroup.name))
const maySign = (person: Person): boolean =>
  groupsOf(person).has('Legal Services Supervisor') || person.roles.some((role) => role.signsWarrants)
export const isAdmin = (person: RoleHolder): boolean => groupsOf(person).has('Admin')

/** Power of these groups does not depend on a role's level, so only their own members can reach them. */
const RESERVED = ['Root', 'Admin'] as const satisfies RoleGroupName[]
export const groupsOutOfReach = (own: RoleHolder): RoleGroupName[] => {
  const groups = groupsOf(own)
  return RESERVED.filter((group) => !groups.has(group))
}

/** Whether they hold a role of a higher level or of a group that is out of reach. */
export const isAbove = (theirs: RoleHolder, own: RoleHolder): boolean => {
  const level = levelOf(own)
  const outOfReach = groupsOutOfReach(own)
  return theirs.roles.some((role) => role.level > level || outOfReach.includes(role.roleGroup.name))
}

/** False for accounts above one's own. */
export const mayHandleUser = (own: Person, theirs: RoleHolder & Pick<Person, 'userId'>): boolean =>
  own.userId === theirs.userId || !isAbove(theirs, own)

/** True for levels below one's own; Root may also handle Root. */
export const mayHandleLevel = (own: number, level: number): boolean => level < own || own >= ROOT_LEVEL

/** Only roles below one's own can be granted or removed. */
export const mayGrantRole = (own: RoleHolder, role: Pick<Role, 'level' | 'roleGroup'>): boolean =>
  mayHandleLevel(levelOf(own), role.level) && !groupsOutOfReach(own).includes(role.roleGroup.name)

/** Below Admin, only permissions one holds can be granted or removed. */
export const mayGrantPermission = (own: Person, permission: Person['userPermissions'][number]): boolean =>
  isAdmin(own) || own.userPermissions.includes(permission)

/**
 * Why someone may not change an account's sign-in (password, email address, Steam hex) or restore it; null if they may. Doing so lets them
 * sign in as that account, so it must not hold anything they neither have nor could grant themselves.
 */
export function whyNotTakeOver(own: Person, account: Person): string | null {
  if (own.userId === account.userId) return null
  if (isAbove(account, own)) return 'This account is above yours'
  const groups = groupsOf(own)
  const signs = maySign(own)
  const holds = (each: Role) => groups.has(each.roleGroup.name) && (signs || !each.signsWarrants)
  const role = account.roles.find((each) => !holds(each) && !mayGrantRole(own, each))
  if (role) return `This account has the role ${role.name}, which you could not give`
  const permission = account.userPermissions.find((each) => !mayGrantPermission(own, each))
  return permission ? `This account holds ${permission} and you do not` : null
}
