import { MemberFilter, MemberSort } from '@tenfour/contract'
import type { TableDefaults, TableState } from '../../../ui/table-state.ts'

export const MEMBER_DEFAULTS: TableDefaults = {
  sort: { id: 'name', desc: false },
  sortable: MemberSort.options,
  filterable: ['departmentId', 'rankId', 'includeReserves', 'whitelist', 'onLeave', 'inactiveDays'],
}

/** The request to the portal. A filter value in the address that it would refuse is dropped. */
export function memberFilter({ page, size, sort, q, filters }: TableState): Partial<MemberFilter> {
  const given = { page, pageSize: size, sort: sort?.id, direction: sort?.desc ? 'desc' : 'asc', q: q.trim() || undefined, ...filters }
  const accepted = Object.entries(given).filter(
    ([name, value]) => value !== undefined && MemberFilter.partial().safeParse({ [name]: value }).success,
  )
  const known = new Set(accepted.map(([name]) => name))
  const parsed = MemberFilter.partial().parse(Object.fromEntries(accepted))
  // Parsing fills in defaults; leaving those out keeps the request as short as the address.
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => known.has(name)))
}

/** A rank belongs to a department, so selecting another department clears it. */
export function followDepartment(before: TableState, after: TableState): TableState {
  if (before.filters['departmentId'] === after.filters['departmentId']) return after
  const { rankId: _gone, ...filters } = after.filters
  return { ...after, filters }
}
