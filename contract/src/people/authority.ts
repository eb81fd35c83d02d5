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

/** Something that follows from a rank or role beyond the portal itself. */
export type Gift =
  | { readonly kind: 'discordRole'; readonly name: string; readonly isPowerful: boolean }
  | { readonly kind: 'whitelist'; readonly environment: 'prod' | 'dev' }
  | { readonly kind: 'aceGroup'; readonly name: string }

/** Why someone may not give a rank or role that leads to this; null if they may. Taking it away is never refused. */
export function whyNotGive(own: Person, gift: Gift): string | null {
  if (isAdmin(own)) return null
  const holds = (permission: Person['userPermissions'][number]) => own.userPermissions.includes(permission)
  switch (gift.kind) {
    case 'discordRole':
      if (!gift.isPowerful || holds('DISCORD_ADMIN')) return null
      return `It gives the Discord role ${gift.name}, which has power over the Discord server: only an admin or a holder of DISCORD_ADMIN gives that`
    case 'aceGroup':
      if (holds('MANAGE_SERVERS')) return null
      return `It gives ${gift.name} in the game: only an admin or a holder of MANAGE_SERVERS gives that`
    case 'whitelist':
      if (groupsOf(own).has('Staff') || holds('MANAGE_USERS') || holds('MANAGE_MEMBERS')) return null
      return 'It gives a whitelist: only staff, an admin or a holder of MANAGE_USERS or MANAGE_MEMBERS gives that'
  }
}
