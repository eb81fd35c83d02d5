import type { DepartmentMembership } from '@tenfour/contract'

type Memberships = readonly DepartmentMembership[]

/** The first department added becomes the primary one. */
export const addMembership = (all: Memberships, departmentId: number): DepartmentMembership[] => [
  ...all,
  { departmentId, rankId: null, isPrimary: !all.some(({ isPrimary }) => isPrimary) },
]

/** If the primary department is removed, the next one becomes primary. */
export function removeMembership(all: Memberships, departmentId: number): DepartmentMembership[] {
  const left = all.filter((each) => each.departmentId !== departmentId)
  const [first, ...others] = left
  return first && !left.some(({ isPrimary }) => isPrimary) ? [{ ...first, isPrimary: true }, ...others] : left
}

export const makePrimary = (all: Memberships, departmentId: number): DepartmentMembership[] =>
  all.map((each) => ({ ...each, isPrimary: each.departmentId === departmentId }))

export const setRank = (all: Memberships, departmentId: number, rankId: number | null): DepartmentMembership[] =>
  all.map((each) => (each.departmentId === departmentId ? { ...each, rankId } : each))
