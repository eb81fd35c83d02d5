import { Button } from '@mantine/core'
import { type MemberRow, MemberFilter, MemberSort } from '@tenfour/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Row } from '../../../ui/layout.tsx'
import type { TableFilter } from '../../../ui/table-columns.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { departmentsQuery, ranksQuery } from '../departments/departments.port.ts'
import type { Changes } from '../users/users.port.ts'
import { BulkRankModal } from './BulkRankModal.tsx'
import { memberColumns, memberCsv, memberFileName } from './member-columns.tsx'
import { membersQuery, fetchMembersPage } from './members.queries.ts'
import { changeWords, sharedDepartment } from './standing.ts'
import { IconDownload } from '@tabler/icons-react'
import { EXPORT_LIMIT, useCsvExport } from '../../../platform/download/csv-export.ts'
import type { TableDefaults, TableState } from '../../../ui/table-state.ts'

const rowKey = ({ userId }: MemberRow) => userId
const nameOf = ({ name }: MemberRow) => name
/** Leaves room for the staff links above the table; nested scrolling is hard to use. */
const TABLE_HEIGHT = 'max(360px, calc(100dvh - 340px))'
const NOBODY: ReadonlySet<string | number> = new Set()

export function MembersPage({ changes }: { changes: Changes }) {
  const [state, setState] = useTableSearch(MEMBER_DEFAULTS)
  const filter = memberFilter(state)
  const members = useQuery(membersQuery(filter))
  const filters = useMemberFilters(state.filters['departmentId'])
  const now = useNow()
  const columns = useMemo(() => memberColumns(now), [now])
  const navigate = useNavigate()
  const [selected, setSelected] = useState(NOBODY)
  // A selection may span pages, so rows that are no longer shown are remembered.
  const [seen, setSeen] = useState<ReadonlyMap<number, MemberRow>>(new Map())
  const select = (next: ReadonlySet<string | number>) => {
    setSeen(new Map([...seen, ...(members.data?.items ?? []).map((row) => [row.userId, row] as const)]))
    setSelected(next)
  }
  const [isChangingRanks, setChangingRanks] = useState(false)
  return (
    <>
      <PageHeader
        title="Manage Members"
        subtitle="Everyone in the community, with their departments, hours and standing."
        actions={
          <Row>
            {selected.size > 0 && (
              <Button variant="subtle" onClick={() => setSelected(NOBODY)}>
                Clear selection
              </Button>
            )}
            <Button disabled={selected.size === 0} onClick={() => setChangingRanks(true)}>
              <span aria-live="polite">{selected.size === 0 ? 'Change ranks' : changeWords(selected.size)}</span>
            </Button>
          </Row>
        }
      />
      <DataTable
        label="Members"
        columns={columns}
        rows={members.data?.items}
        total={members.data?.total ?? 0}
        isTotalExact={members.data?.isTotalExact}
        rowKey={rowKey}
        state={state}
        onStateChange={(next) => setState(followDepartment(state, next))}
        defaultSort={MEMBER_DEFAULTS.sort}
        error={members.error}
        onRetry={members.refetch}
        onRowClick={({ userId }) => void navigate({ to: '/staff/members/$userId', params: { userId: String(userId) } })}
        selection={{ selected, onChange: select, nameOf }}
        filters={filters}
        searchLabel="Search by name"
        toolbar={<ExportButton filter={filter} isEmpty={!members.data?.total} />}
        maxHeight={TABLE_HEIGHT}
        empty={{ title: 'No members yet', text: 'Members appear here once an admin has added them.' }}
      />
      {isChangingRanks && (
        <BulkRankModal
          userIds={[...selected].map(Number)}
          departmentId={sharedDepartment([...selected].flatMap((userId) => seen.get(Number(userId)) ?? []))}
          changes={changes}
          onClose={() => setChangingRanks(false)}
          onChanged={() => {
            setChangingRanks(false)
            setSelected(NOBODY)
          }}
        />
      )}
    </>
  )
}

const WHITELIST = [
  { value: 'prod', label: 'Game servers' },
  { value: 'dev', label: 'Development servers' },
  { value: 'none', label: 'Neither' },
]
const LEAVE = [
  { value: 'true', label: 'On leave' },
  { value: 'false', label: 'Not on leave' },
]
const INACTIVE = [7, 14, 30, 60, 90].map((days) => ({ value: String(days), label: `No patrol for ${days} days` }))
const RESERVES = [{ value: 'false', label: 'Without reserves' }]

function useMemberFilters(departmentId: string | undefined): TableFilter[] {
  const departments = useQuery(departmentsQuery(true)).data
  const chosen = departments?.find((each) => String(each.departmentId) === departmentId)
  const query = ranksQuery(chosen?.departmentId ?? 0, true)
  const ranks = useQuery({ ...query, queryFn: chosen ? query.queryFn : skipToken }).data
  const departmentOptions = (departments ?? []).map((each) => ({ value: String(each.departmentId), label: each.name }))
  const rankOptions = (ranks ?? []).map(({ rankId, rankName }) => ({ value: String(rankId), label: rankName }))
  return [
    { id: 'departmentId', label: 'Department', filter: { options: departmentOptions } },
    ...(chosen ? [{ id: 'rankId', label: 'Rank', filter: { options: rankOptions } }] : []),
    { id: 'includeReserves', label: 'Reserves', filter: { options: RESERVES } },
    { id: 'whitelist', label: 'Whitelist', filter: { options: WHITELIST } },
    { id: 'inactiveDays', label: 'Activity', filter: { options: INACTIVE } },
    { id: 'onLeave', label: 'Leave', filter: { options: LEAVE } },
  ]
}

/** Downloads every member the current filters match, in the current order. */
function ExportButton({ filter, isEmpty }: { filter: Partial<MemberFilter>; isEmpty: boolean }) {
  const { count, start, stop } = useCsvExport()
  const download = () =>
    start({
      fetchPage: (page, signal) => fetchMembersPage(filter, page, signal),
      keyOf: ({ userId }) => userId,
      fileName: memberFileName(new Date()),
      toFile: memberCsv,
      tooMany: `The file holds the first ${EXPORT_LIMIT.toLocaleString('en')} members. Filter the list for the rest.`,
    })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      disabled={isEmpty}
      onClick={count === null ? download : stop}
    >
      {count === null ? 'CSV' : `Stop at ${count.toLocaleString('en')}`}
    </Button>
  )
}

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
