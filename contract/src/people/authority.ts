import { withImpliedRoles, type RoleGroupName } from '../access.ts'
import type { CurrentUser, Role } from './users.ts'

/**
 * Who stands above whom, and who may take over whom. Whatever can open a session as someone, or change who someone is, asks here: the server
 * to judge, the web app to show what it would say.
 */

type Person = Pick<CurrentUser, 'roles' | 'userPermissions' | 'userId'>
type Standing = { readonly roles: readonly { readonly level: number; readonly roleGroup: { readonly name: RoleGroupName } }[] }

export const ROOT_LEVEL = 100

/** The highest level someone holds; none is 0. */
export const levelOf = ({ roles }: Standing): number => Math.max(0, ...roles.map((role) => role.level))

const groupsOf = ({ roles }: Standing): ReadonlySet<RoleGroupName> => withImpliedRoles(roles.map(({ roleGroup }) => roleGroup.name))
export const isAdmin = (person: Standing): boolean => groupsOf(person).has('Admin')

/** What these groups allow has nothing to do with the level of a role: only their own reach them. */
const RESERVED = ['Root', 'Admin'] as const satisfies RoleGroupName[]
export const groupsOutOfReach = (own: Standing): RoleGroupName[] => {
  const held = groupsOf(own)
  return RESERVED.filter((group) => !held.has(group))
}

/** Whether someone holds a role of a higher level, or of a group that is out of reach. */
export const isAbove = (theirs: Standing, own: Standing): boolean => {
  const level = levelOf(own)
  const outOfReach = groupsOutOfReach(own)
  return theirs.roles.some((role) => role.level > level || outOfReach.includes(role.roleGroup.name))
}

/** Nobody sees or changes the account of someone above them. */
export const mayHandleUser = (own: Person, theirs: Standing & Pick<Person, 'userId'>): boolean =>
  own.userId === theirs.userId || !isAbove(theirs, own)

/** Nobody grants, removes or changes a role at or above their own level; Root, above whom nobody stands, may do so with Root. */
export const mayHandleLevel = (own: number, level: number): boolean => level < own || own >= ROOT_LEVEL

/** Nobody hands out or takes away what is not below them. */
export const mayGrantRole = (own: Standing, role: Pick<Role, 'level' | 'roleGroup'>): boolean =>
  mayHandleLevel(levelOf(own), role.level) && !groupsOutOfReach(own).includes(role.roleGroup.name)

/** Below Admin, only what one holds oneself can be given or taken. */
export const mayGrantPermission = (own: Person, permission: Person['userPermissions'][number]): boolean =>
  isAdmin(own) || own.userPermissions.includes(permission)

/**
 * Why someone may not change how an account signs in (password, email address, Steam hex), nor bring it back; null where they may. Whoever
 * does can be that account afterwards, so that it must hold nothing which they neither have nor could give themselves.
 */
export function whyNotTakeOver(own: Person, account: Person): string | null {
  if (own.userId === account.userId) return null
  if (isAbove(account, own)) return 'This account is above yours'
  const held = groupsOf(own)
  const role = account.roles.find((each) => !held.has(each.roleGroup.name) && !mayGrantRole(own, each))
  if (role) return `This account has the role ${role.name}, which you could not give`
  const permission = account.userPermissions.find((each) => !mayGrantPermission(own, each))
  return permission ? `This account holds ${permission} and you do not` : null
}
