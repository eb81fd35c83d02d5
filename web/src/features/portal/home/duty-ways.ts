import type { UserDepartment } from '@tenfour/contract'

type Posting = { readonly department: Pick<UserDepartment['department'], 'type' | 'isCadEnabled'> }

/** How a member of these departments can start a patrol. */
export function dutyWays(departments: readonly Posting[]): { readonly asUnit: boolean; readonly asCivilian: boolean } {
  const open = departments.filter(({ department }) => department.isCadEnabled)
  return {
    asUnit: open.some(({ department }) => department.type !== 'Civilian'),
    asCivilian: open.some(({ department }) => department.type === 'Civilian'),
  }
}
