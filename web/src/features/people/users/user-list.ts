import { UserFilter, UserSort } from '@tenfour/contract'
import { parseTableState, serialiseTableState, type SearchParams, type TableState } from '../../../ui/table-state.ts'

export const USER_TABLE = {
  sort: { id: 'name', desc: false },
  sortable: UserSort.options,
  filterable: ['department', 'rank', 'role', 'whitelist', 'disabled', 'deleted'],
} as const

const MAX_TERM = 100

export type UserListRequest = {
  /** Empty: everyone. */
  readonly term: string
  readonly includeDisabled: boolean
  readonly includeDeleted: boolean
  readonly filter: UserFilter
}

/** The request for the state in the address. Invalid filter values are dropped. */
export function userListRequest({ page, size, sort, q, filters }: TableState): UserListRequest {
  const shape = UserFilter.shape
  const departmentId = shape.departmentId.safeParse(filters['department']).data
  return {
    term: q.trim().slice(0, MAX_TERM),
    includeDisabled: filters['disabled'] === 'yes',
    includeDeleted: filters['deleted'] === 'yes',
    filter: {
      page,
      pageSize: size,
      departmentId,
      // A rank belongs to a department and is ignored without one.
      rankId: departmentId && shape.rankId.safeParse(filters['rank']).data,
      roleId: shape.roleId.safeParse(filters['role']).data,
      whitelist: shape.whitelist.safeParse(filters['whitelist']).data,
      sort: shape.sort.safeParse(sort?.id).data ?? 'name',
      direction: sort?.desc ? 'desc' : 'asc',
    },
  }
}

/** The list's own query parameters, without any others. */
export const userListSearch = (search: SearchParams): Record<string, string | number> =>
  serialiseTableState(parseTableState(search, USER_TABLE), USER_TABLE)

/** Changing the department clears the rank. */
export function forgetStrayRank(before: TableState, after: TableState): TableState {
  if (before.filters['department'] === after.filters['department']) return after
  const { rank: _rank, ...filters } = after.filters
  return { ...after, filters }
}
