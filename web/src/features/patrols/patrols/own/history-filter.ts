import { Day, PatrolFilter } from '@tenfour/contract'
import { changeTable, type TableDefaults, type TableState } from '../../../../ui/table-state.ts'
import type { HistoryFilter } from '../patrols.queries.ts'

export const HISTORY_TABLE: TableDefaults = {
  sort: { id: 'startedAt', desc: true },
  sortable: ['startedAt', 'seconds'],
  filterable: ['from', 'to', 'departmentId', 'serverId', 'only'],
}

const idOf = (value: string | undefined) => (/^[1-9]\d{0,8}$/u.test(value ?? '') ? Number(value) : undefined)
const dayOf = (value: string | undefined) => Day.safeParse(value).data

/** The request for the state in the address. Invalid values are dropped. */
export function historyFilter({ page, size, sort, filters }: TableState): HistoryFilter {
  return {
    page,
    pageSize: size,
    from: dayOf(filters['from']),
    to: dayOf(filters['to']),
    departmentId: idOf(filters['departmentId']),
    serverId: idOf(filters['serverId']),
    only: PatrolFilter.safeParse(filters['only']).data,
    sort: sort?.id === 'seconds' ? 'seconds' : 'startedAt',
    direction: sort === null || sort.desc ? 'desc' : 'asc',
  }
}

/** The patrols of one day, whatever was filtered before. */
export const onlyDay = (state: TableState, day: string): TableState => changeTable(state, { filters: { from: day, to: day } })
