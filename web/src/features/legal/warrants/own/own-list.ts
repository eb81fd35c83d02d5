import { WARRANT_STATE_WORDS, WarrantState, type listOwnWarrants, type QueryOf } from '@tenfour/contract'
import type { TableFilter } from '../../../../ui/table-columns.ts'
import type { TableState } from '../../../../ui/table-state.ts'

export const OWN_TABLE = { sort: null, sortable: [], filterable: ['state'] } as const

const MAX_TERM = 80

/** The request for the state in the address. Invalid values are dropped. */
export const ownFilter = ({ page, size, q, filters }: TableState): QueryOf<typeof listOwnWarrants> => ({
  page,
  pageSize: size,
  q: q.trim().slice(0, MAX_TERM) || undefined,
  state: WarrantState.safeParse(filters['state']).data,
})

export const STATE_FILTER: TableFilter = {
  id: 'state',
  label: 'State',
  filter: { options: WarrantState.options.map((value) => ({ value, label: WARRANT_STATE_WORDS[value] })) },
}
