import { Button, NativeSelect } from '@mantine/core'
import { listAllLookups, listLookups, LOOKUP_LOG_DAYS, type LookupLogEntry, type LookupLogFilter, type PageOf } from '@tenfour/contract'
import { IconDownload, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { useCsvExport } from '../../../../platform/download/csv-export.ts'
import { useServers } from '../../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { departmentsQuery } from '../../../people/departments/departments.port.ts'
import { Empty } from '../../../../ui/PageStates.tsx'
import type { TableFilter } from '../../../../ui/table-columns.ts'
import { setFilter } from '../../../../ui/table-state.ts'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { logColumns } from './log-columns.tsx'
import { KIND_WORDS, KINDS, LOOKUP_LOG_TABLE, logDepartments, lookupCsv, lookupLogFilter, type LogDepartment } from './lookup-log.ts'
import { Row } from '../../../../ui/layout.tsx'

const FILTERS: readonly TableFilter[] = [
  { id: 'kind', label: 'Kind', filter: { options: KINDS.map((value) => ({ value, label: KIND_WORDS[value] })) } },
  { id: 'call', label: 'Call number', filter: 'text' },
]

/** The lookups of a department's units, for its supervisors. */
export function LookupLogPage() {
  const departments = logDepartments(useSignedInUser())
  const { department } = useSearch({ from: '/shell/user/lookups' })
  const shown = departments.find(({ departmentId }) => departmentId === department) ?? departments[0]
  if (!shown) return <Empty title="No lookup log" text="Your rank does not let you see the lookups of a department." />
  const { departmentId } = shown
  return (
    <Log
      key={departmentId}
      department={shown}
      departments={departments}
      read={(query, signal) => call(listLookups, { params: { departmentId }, query, signal, quiet: true })}
    />
  )
}

/** The lookups of all departments, for admins and for staff who manage members. */
export function AllLookupsPage() {
  const { data: departments = [] } = useQuery(departmentsQuery(true))
  const { department: departmentId } = useSearch({ from: '/shell/staff/lookups' })
  return (
    <Log
      key={departmentId}
      department={departments.find((each) => each.departmentId === departmentId)}
      departments={departments}
      hasAll
      read={(query, signal) => call(listAllLookups, { query: { ...query, departmentId }, signal, quiet: true })}
    />
  )
}

type LogProps = {
  department: LogDepartment | undefined
  departments: readonly LogDepartment[]
  /** Whether the log of all departments can be chosen. */
  hasAll?: boolean
  read: (filter: LookupLogFilter, signal: AbortSignal) => Promise<PageOf<LookupLogEntry>>
}

function Log({ department, departments, hasAll = false, read }: LogProps) {
  const [state, setState] = useTableSearch(LOOKUP_LOG_TABLE)
  const navigate = useNavigate()
  const departmentId = department?.departmentId
  const { data: servers = [] } = useServers()
  const exporting = useCsvExport()
  const filter = lookupLogFilter(state)
  const log = useQuery({
    queryKey: ['lookup-log', hasAll, departmentId, filter],
    queryFn: ({ signal }) => read(filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })
  const columns = useMemo(
    () =>
      logColumns({
        onWho: (userId) => setState(setFilter(state, 'who', String(userId))),
        onWhom: (characterId) => setState(setFilter(state, 'whom', String(characterId))),
        hasDepartment: hasAll && departmentId === undefined,
      }),
    [state, setState, hasAll, departmentId],
  )
  const { who = '', whom = '', from, to } = state.filters
  const shownOf = log.data?.items.find(({ by }) => String(by.userId) === who)?.by
  const exportAll = () =>
    exporting.start({
      fetchPage: (page, signal) => read({ ...filter, page, pageSize: 100 }, signal),
      keyOf: ({ lookupId }: LookupLogEntry) => lookupId,
      fileName: `lookups-${(department?.name ?? 'all').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
      toFile: (entries) => lookupCsv(entries, (id) => servers.find(({ serverId }) => serverId === id)?.name ?? String(id)),
      tooMany: 'The file has the newest lookups only. Choose fewer days to get the others.',
    })
  return (
    <>
      <PageHeader
        title="Lookup log"
        subtitle={`What the units of ${department?.name ?? 'all departments'} searched and looked up, newest first. Kept for ${LOOKUP_LOG_DAYS} days.`}
        actions={
          <>
            {(hasAll || departments.length > 1) && (
              <NativeSelect
                aria-label="Department"
                data={[
                  ...(hasAll ? [{ value: '', label: 'All departments' }] : []),
                  ...departments.map((each) => ({ value: String(each.departmentId), label: each.name })),
                ]}
                value={String(departmentId ?? '')}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({ to: '.', search: value === '' ? {} : { department: Number(value) }, replace: true })
                }
              />
            )}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={exporting.count !== null}
              onClick={exportAll}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <DataTable
        label="Lookups"
        searchLabel="Search name, call sign, typed or found"
        columns={columns}
        rows={log.data?.items}
        total={log.data?.total ?? 0}
        isTotalExact={log.data?.isTotalExact ?? true}
        rowKey={({ lookupId }) => lookupId}
        state={state}
        onStateChange={setState}
        filters={FILTERS}
        loading={log.isFetching && (log.isPending || log.isPlaceholderData)}
        error={log.error}
        onRetry={log.refetch}
        empty={{ title: 'Nothing looked up yet', text: 'Every search and lookup of units is listed here.' }}
        toolbar={
          <Row gap="8px 16px">
            {who !== '' && (
              <Button
                variant="default"
                size="sm"
                rightSection={<IconX size={14} aria-hidden />}
                onClick={() => setState(setFilter(state, 'who', ''))}
              >
                {shownOf ? `Only ${shownOf.name}` : 'One member only'}
              </Button>
            )}
            {whom !== '' && (
              <Button
                variant="default"
                size="sm"
                rightSection={<IconX size={14} aria-hidden />}
                onClick={() => setState(setFilter(state, 'whom', ''))}
              >
                One person only
              </Button>
            )}
            <DayRange
              value={{ from, to }}
              onChange={(days) => {
                const [[id, value] = ['from', '']] = Object.entries(days)
                setState(setFilter(state, id, value ?? ''))
              }}
            />
          </Row>
        }
      />
    </>
  )
}
