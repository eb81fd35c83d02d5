import { Button } from '@mantine/core'
import { PatrolFilter, type CurrentUser, type Patrol, type PatrolSummary } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EXPORT_LIMIT, useCsvExport } from '../../../../platform/download/csv-export.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useServers } from '../../../../platform/servers/servers.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { DayRange } from '../../../../ui/DayRange.tsx'
import type { TableFilter } from '../../../../ui/table-columns.ts'
import { setFilter, type TableState } from '../../../../ui/table-state.ts'
import { filterWord } from '../patrol.labels.ts'
import { patrolHistoryQuery } from '../patrols.queries.ts'
import { historyColumns } from './history-columns.tsx'
import { fetchHistoryPage, historyCsv, HISTORY_TABLE, historyFilter } from './history.ts'
import { Row } from '../../../../ui/layout.tsx'

const rowKey = ({ patrolId }: Patrol) => patrolId

type PatrolHistoryProps = {
  user: CurrentUser
  summary: PatrolSummary | undefined
  state: TableState
  onStateChange: (state: TableState) => void
}

export function PatrolHistory({ user, summary, state, onStateChange }: PatrolHistoryProps) {
  const { userId } = user
  const filter = historyFilter(state)
  const history = useQuery(patrolHistoryQuery(userId, filter))
  const now = useNow()
  const columns = useMemo(() => historyColumns(now), [now])
  const filters = useHistoryFilters(user, summary)
  const navigate = useNavigate()
  const exporting = useCsvExport()
  const download = () =>
    exporting.start({
      fetchPage: (page, signal) => fetchHistoryPage(userId, filter, page, signal),
      keyOf: rowKey,
      fileName: 'patrols.csv',
      toFile: historyCsv,
      tooMany: `The file has the first ${EXPORT_LIMIT.toLocaleString('en')} patrols. Choose fewer days to get the others.`,
    })
  const { from, to } = state.filters
  return (
    <DataTable
      label="Patrols"
      columns={columns}
      rows={history.data?.items}
      total={history.data?.total ?? 0}
      isTotalExact={history.data?.isTotalExact}
      rowKey={rowKey}
      state={state}
      onStateChange={onStateChange}
      defaultSort={HISTORY_TABLE.sort}
      loading={history.isFetching && (history.isPending || history.isPlaceholderData)}
      error={history.error}
      onRetry={history.refetch}
      onRowClick={({ patrolId }) => void navigate({ to: '/user/patrol/$patrolId', params: { patrolId: String(patrolId) } })}
      filters={filters}
      searchLabel={null}
      toolbar={
        <Row gap="8px 16px">
          <DayRange
            value={{ from, to }}
            onChange={(days) => {
              const [[id, value] = ['from', '']] = Object.entries(days)
              onStateChange(setFilter(state, id, value ?? ''))
            }}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            disabled={!history.data?.total}
            onClick={exporting.count === null ? download : exporting.stop}
          >
            {exporting.count === null ? 'CSV' : `Stop at ${exporting.count.toLocaleString('en')}`}
          </Button>
        </Row>
      }
      empty={{ title: 'No patrols yet', text: emptyWords(user) }}
    />
  )
}

export const emptyWords = ({ userDepartments }: Pick<CurrentUser, 'userDepartments'>): string =>
  userDepartments.length === 0
    ? 'You can go on duty once you are in a department. Staff add you to one; your patrols are then listed here.'
    : 'Your patrols are listed here from the first time you go on duty.'

const ONLY = PatrolFilter.options.map((value) => ({ value, label: filterWord(value) }))

/** The departments the member is in now, and those they were on patrol for lately. */
function useHistoryFilters({ userDepartments }: CurrentUser, summary: PatrolSummary | undefined): TableFilter[] {
  const { data: servers = [] } = useServers()
  const departments = new Map([
    ...(summary?.byDepartment ?? []).map(({ departmentId, departmentName }) => [departmentId, departmentName] as const),
    ...userDepartments.map(({ departmentId, department: { name } }) => [departmentId, name] as const),
  ])
  return [
    {
      id: 'departmentId',
      label: 'Department',
      filter: { options: [...departments].map(([id, label]) => ({ value: String(id), label })) },
    },
    {
      id: 'serverId',
      label: 'Server',
      filter: { options: servers.map(({ serverId, name }) => ({ value: String(serverId), label: name })) },
    },
    { id: 'only', label: 'Notes', filter: { options: ONLY } },
  ]
}
