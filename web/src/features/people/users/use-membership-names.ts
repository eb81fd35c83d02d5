import type { UserRecord } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { managedDepartmentsQuery } from '../departments/departments.port.ts'
import type { NameMembership } from './user-differences.ts'

/** Names departments and ranks from the accounts' own data, and from the portal's list for the rest. */
export function useMembershipNames(users: readonly UserRecord[]): NameMembership {
  const { data: departments = [] } = useQuery(managedDepartmentsQuery)
  return ({ departmentId, rankId, isPrimary }) => {
    const listed = departments.find((each) => each.departmentId === departmentId)
    const known = users.flatMap((user) => user.userDepartments).filter((each) => each.departmentId === departmentId)
    const department = listed?.name ?? known[0]?.department.name ?? `Department ${departmentId}`
    const rank =
      rankId &&
      (listed?.ranks.find((each) => each.rankId === rankId)?.rankName ??
        known.find((each) => each.rankId === rankId)?.rankName ??
        `rank ${rankId}`)
    return [department, rank, isPrimary && '(primary)'].filter(Boolean).join(' ')
  }
}
