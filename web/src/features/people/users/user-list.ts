import type { UserFilter } from '@tenfour/contract'
import { parseTableState, serialiseTableState, type SearchParams, type TableState } from '../../../ui/table-state.ts'

/** Of the contract only types, because every page carries the routes. */
export const USER_TABLE = {
  sort: { id: 'name', desc: false },
  sortable: ['name', 'emailAddress', 'createdAt', 'lastSeenAt'] satisfies UserFilter['sort'][],
  filterable: ['department', 'rank', 'role', 'whitelist', 'disabled', 'deleted'],
} as const

/** The list's own query parameters, without any others. */
export const userListSearch = (search: SearchParams): Record<string, string | number> =>
  serialiseTableState(parseTableState(search, USER_TABLE), USER_TABLE)

/** Changing the department clears the rank. */
export function forgetStrayRank(before: TableState, after: TableState): TableState {
  if (before.filters['department'] === after.filters['department']) return after
  const { rank: _rank, ...filters } = after.filters
  return { ...after, filters }
}
