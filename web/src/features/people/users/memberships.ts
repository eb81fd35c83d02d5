import type { DepartmentMembership } from '@tenfour/contract'

type Memberships = readonly DepartmentMembership[]

/** The first department someone is given is their primary one. */
export const addMembership = (all: Memberships, departmentId: number): DepartmentMembership[] => [
  ...all,
  { departmentId, rankId: null, isPrimary: !all.some(({ isPrimary }) => isPrimary) },
]

/** Whoever loses their primary department has the next one for it. */
export function removeMembership(all: Memberships, departmentId: number): DepartmentMembership[] {
  const left = all.filter((each) => each.departmentId !== departmentId)
  const [first, ...others] = left
  return first && !left.some(({ isPrimary }) => isPrimary) ? [{ ...first, isPrimary: true }, ...others] : left
}

export const makePrimary = (all: Memberships, departmentId: number): DepartmentMembership[] =>
  all.map((each) => ({ ...each, isPrimary: each.departmentId === departmentId }))

export const setRank = (all: Memberships, departmentId: number, rankId: number | null): DepartmentMembership[] =>
  all.map((each) => (each.departmentId === departmentId ? { ...each, rankId } : each))
