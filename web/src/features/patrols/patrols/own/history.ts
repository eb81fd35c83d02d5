import { Day, listPatrolHistory, PatrolFilter, type Patrol } from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { changeTable, type TableDefaults, type TableState } from '../../../../ui/table-state.ts'
import type { HistoryFilter } from '../patrols.queries.ts'
import { csvTime, EXPORT_PAGE, toCsv, type CsvCell } from '../../../../platform/download/csv-export.ts'
import { patrolMarks } from '../patrol.labels.ts'

export const HISTORY_TABLE: TableDefaults = {
  sort: { id: 'startedAt', desc: true },
  sortable: ['startedAt', 'seconds'],
  filterable: ['from', 'to', 'departmentId', 'serverId', 'only'],
}

const idOf = (value: string | undefined) => (/^[1-9]\d{0,8}$/u.test(value ?? '') ? Number(value) : undefined)
const dayOf = (value: string | undefined) => Day.safeParse(value).data

/** One page of an export: the same filter and order, in larger pages. */
export const fetchHistoryPage = (userId: number, filter: HistoryFilter, page: number, signal: AbortSignal) =>
  call(listPatrolHistory, {
    params: { userId },
    query: { ...filter, page, pageSize: EXPORT_PAGE },
    quiet: true,
    signal,
  })

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

const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round((seconds / 3600) * 100) / 100)

/** The columns of the history table, in its order. */
const COLUMNS: readonly (readonly [header: string, cell: (patrol: Patrol) => CsvCell])[] = [
  ['Started', ({ startedAt }) => csvTime(startedAt)],
  ['Ended', ({ endedAt }) => csvTime(endedAt)],
  ['Department', ({ departmentName }) => departmentName],
  ['Server', ({ serverName }) => serverName],
  ['Call sign', ({ identifier }) => identifier],
  ['Hours', ({ seconds }) => hours(seconds)],
  ['Counted hours', ({ countedSeconds }) => hours(countedSeconds)],
  ['Seen hours', ({ seenSeconds }) => hours(seenSeconds)],
  ['Calls', ({ calls }) => calls],
  [
    'Notes',
    (patrol) =>
      patrolMarks(patrol)
        .map(({ words }) => words)
        .join(', '),
  ],
]

export const historyCsv = (patrols: readonly Patrol[]): string =>
  toCsv(
    COLUMNS.map(([header]) => header),
    patrols.map((patrol) => COLUMNS.map(([, cell]) => cell(patrol))),
  )
