import { CAPABILITY_WORDS, withImpliedRoles, type Capability, type Permission, type RoleGroupName } from '../access.ts'
import type { CurrentUser, Role } from './users.ts'

/**
 * Rules for which members rank above others, what they may give to others, and which accounts they may take over. Code that changes ranks, roles
 * or permissions, opens a session as someone or changes an identity must check here: the server to decide, the web app to predict the decision.
 */

type Person = Pick<CurrentUser, 'roles' | 'userPermissions' | 'userId' | 'userDepartments'>
type RoleHolder = { readonly roles: readonly { readonly level: number; readonly roleGroup: { readonly name: RoleGroupName } }[] }

export const ROOT_LEVEL = 100

/** The highest level among someone's roles; 0 if they have none. */
export const levelOf = ({ roles }: RoleHolder): number => Math.max(0, ...roles.map((role) => role.level))

const groupsOf = ({ roles }: RoleHolder): ReadonlySet<RoleGroupName> => withImpliedRoles(roles.map(({ roleGroup }) => roleGroup.name))
const maySign = (person: Person): boolean =>
  groupsOf(person).has('Legal Services Supervisor') || person.roles.some((role) => role.signsWarrants)
export const isAdmin = (person: RoleHolder): boolean => groupsOf(person).has('Admin')

/** Groups whose power does not depend on a role's level, so that only their own members can reach them. */
const RESERVED = ['Root', 'Admin'] as const satisfies RoleGroupName[]
export const groupsOutOfReach = (own: RoleHolder): RoleGroupName[] => {
  const groups = groupsOf(own)
  return RESERVED.filter((group) => !groups.has(group))
}

/** Whether someone holds a role of a higher level, or of a group that is out of reach. */
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
 * sign in as that account, so it must not hold anything they neither have nor could grant.
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
  if (permission) return `This account holds ${permission} and you do not`
  const held = capabilitiesOf(account).find((each) => !mayGiveCapability(own, each))
  return held ? `This account may ${CAPABILITY_WORDS[held.capability]} in ${held.department} and you may not` : null
}

/** A change to an account. A new account has no id yet. */
export type AccountChange = {
  readonly userId: number | null
  /** Whether any of the account's departments and ranks change. */
  readonly ranks?: boolean
  /** Roles that are given or taken. */
  readonly roles?: readonly Role[]
  /** Permissions that are given or taken. */
  readonly permissions?: readonly Permission[]
  /** Lets someone sign in as it; `act`, where given, completes 'you can't' in the message. */
  readonly signIn?: { readonly account: Person; readonly act?: string }
}
export type ChangePart = Exclude<keyof AccountChange, 'userId'>
export type ChangeRefusal = { readonly part: ChangePart; readonly message: string }

/**
 * All parts of a change that someone may not make: to ranks, roles, permissions and sign-ins. `whyNotGive` decides on what follows from the change,
 * such as the capabilities of a rank.
 */
export function whyNotChange(own: Person, { userId, ranks, roles = [], permissions = [], signIn }: AccountChange): ChangeRefusal[] {
  const takeOver = signIn ? whyNotTakeOver(own, signIn.account) : null
  return [
    ...(takeOver === null
      ? []
      : [{ part: 'signIn' as const, message: signIn?.act === undefined ? takeOver : `${takeOver}: you can't ${signIn.act}` }]),
    ...roles
      .filter((role) => !mayGrantRole(own, role))
      .map(({ name }) => ({ part: 'roles' as const, message: `The role ${name} is not below your own: you can't give or take it` })),
    ...permissions
      .filter((permission) => !mayGrantPermission(own, permission))
      .map((each) => ({ part: 'permissions' as const, message: `You do not hold ${each} yourself: you can't give or take it` })),
    ...(ranks === true && userId === own.userId && !isAdmin(own)
      ? [{ part: 'ranks' as const, message: "You can't promote or demote yourself: ask someone else" }]
      : []),
  ]
}

type HeldCapability = { readonly departmentId: number; readonly department: string; readonly capability: Capability }

const capabilitiesOf = ({ userDepartments }: Person): HeldCapability[] =>
  userDepartments.flatMap(({ departmentId, department, capabilities }) =>
    capabilities.map((capability) => ({ departmentId, department: department.name, capability })),
  )

/**
 * Staff and members who manage members may give any rank, because they can't sign in as its holder. Members who manage accounts below Admin can,
 * so they may only give capabilities that they have themselves.
 */
function mayGiveCapability(own: Person, { departmentId, capability }: HeldCapability): boolean {
  if (isAdmin(own)) return true
  const isStaff = groupsOf(own).has('Staff')
  const managesMembers = isStaff || own.userPermissions.includes('MANAGE_MEMBERS')
  if (managesMembers && !own.userPermissions.includes('MANAGE_USERS')) return true
  if ((capability === 'seePatrols' && isStaff) || (capability === 'grantLeave' && managesMembers)) return true
  return capabilitiesOf(own).some((held) => held.departmentId === departmentId && held.capability === capability)
}

/** Something that follows from a rank or role. */
export type Gift =
  | ({ readonly kind: 'capability' } & HeldCapability)
  | { readonly kind: 'discordRole'; readonly name: string; readonly isPowerful: boolean }
  | { readonly kind: 'whitelist'; readonly environment: 'prod' | 'dev' }
  | { readonly kind: 'aceGroup'; readonly name: string }

/** Why someone may not give a rank or role that leads to this; null if they may. Taking it away is never refused. */
export function whyNotGive(own: Person, gift: Gift): string | null {
  if (isAdmin(own)) return null
  const holds = (permission: Person['userPermissions'][number]) => own.userPermissions.includes(permission)
  switch (gift.kind) {
    case 'capability':
      if (mayGiveCapability(own, gift)) return null
      return `It lets them ${CAPABILITY_WORDS[gift.capability]} in ${gift.department}, and you may not: who manages accounts gives only what they may do themselves. Ask an admin`
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
