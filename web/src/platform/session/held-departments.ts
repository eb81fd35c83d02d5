import type { Capability, CurrentUser } from '@tenfour/contract'

export type HeldDepartment = { readonly departmentId: number; readonly name: string }

/** The departments in which the user's rank may do it. */
export const heldDepartments = ({ userDepartments }: Pick<CurrentUser, 'userDepartments'>, held: Capability): readonly HeldDepartment[] =>
  userDepartments
    .filter(({ capabilities }) => capabilities.includes(held))
    .map(({ departmentId, department: { name } }) => ({ departmentId, name }))
