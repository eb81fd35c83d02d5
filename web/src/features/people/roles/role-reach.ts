import {
  groupsOutOfReach,
  levelOf,
  mayHandleLevel,
  withImpliedRoles,
  type CurrentUser,
  type Role,
  type RoleGroupName,
} from '@tenfour/contract'

type Actor = Pick<CurrentUser, 'roles'>

/** Why the actor may neither grant nor revoke a role; null if they may. */
export function whyOutOfReach(actor: Actor, role: Pick<Role, 'level' | 'roleGroup'>): string | null {
  if (!mayHandleLevel(levelOf(actor), role.level)) return 'At or above your own level'
  const { name } = role.roleGroup
  if (groupsOutOfReach(actor).includes(name)) return `Only ${name} gives and takes roles of its group`
  return null
}

/** Why a role can't be deleted; null if it can. */
export const heldReason = ({ userCount }: { readonly userCount: number }): string | null =>
  userCount === 0
    ? null
    : `Can’t be deleted: ${userCount === 1 ? '1 user still holds' : `${userCount.toLocaleString('en')} users still hold`} this role.`

/** Whether all roles of a group may sign warrants, marked or not. */
export const groupSigns = (group: RoleGroupName): boolean => withImpliedRoles([group]).has('Legal Services Supervisor')

export const maySign = ({ signsWarrants, roleGroup }: Pick<Role, 'signsWarrants' | 'roleGroup'>): boolean =>
  signsWarrants || groupSigns(roleGroup.name)

export type RoleSection<R> = { readonly group: string; readonly roles: readonly R[] }

/** Groups by their highest level, roles within by level. */
export function groupRoles<R extends Role>(roles: readonly R[]): RoleSection<R>[] {
  const groups = Map.groupBy(
    roles.toSorted((a, b) => b.level - a.level || a.name.localeCompare(b.name)),
    ({ roleGroup }) => roleGroup.name,
  )
  return Array.from(groups, ([group, each]) => ({ group, roles: each }))
}
