import { NativeSelect } from '@mantine/core'
import { accessSubject, emergencyUnit, isAllowed } from '@tenfour/contract'
import { IconRadio } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { heldDepartments, type HeldDepartment } from '../../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { Empty } from '../../../../ui/PageStates.tsx'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { useFields } from '../../fields/fields.port.ts'
import { ALL_COLUMNS } from './report-columns.tsx'
import { REPORT_TABLE, reportFilter, reportFilters } from './report-list.ts'
import { allReportsQuery } from '../reports.queries.ts'
import type { ReactNode } from 'react'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { setFilter, type TableState } from '../../../../ui/table-state.ts'
import { Row } from '../../../../ui/layout.tsx'
import classes from './ReportPage.module.css'

/** The reports that a unit on duty may read; off duty, the reports of departments in which the user approves. */
export function AllTab() {
  const user = useSignedInUser()
  const departments = heldDepartments(user, 'approveReports')
  const { department } = useSearch({ from: '/shell/user/reports' })
  const isOnDuty = isAllowed(emergencyUnit(), accessSubject(user))
  const chosen = departments.find(({ departmentId }) => departmentId === department) ?? (isOnDuty ? undefined : departments[0])
  if (!isOnDuty && !chosen) {
    return (
      <Card>
        <Empty
          icon={<IconRadio size={28} stroke={1.6} />}
          title="Go on duty to read all reports"
          text="Reports of others are for police, fire and communications on duty, and for those who approve them."
        />
      </Card>
    )
  }
  return <AllReports key={chosen?.departmentId ?? 0} chosen={chosen} departments={departments} isOnDuty={isOnDuty} />
}

type AllReportsProps = { chosen: HeldDepartment | undefined; departments: readonly HeldDepartment[]; isOnDuty: boolean }

function AllReports({ chosen, departments, isOnDuty }: AllReportsProps) {
  const navigate = useNavigate()
  const [state, setState] = useTableSearch(REPORT_TABLE)
  const { fields = [] } = useFields()
  const reports = useQuery(allReportsQuery(reportFilter(state), chosen?.departmentId))
  const choices = [
    ...(isOnDuty ? [{ value: '', label: 'As a unit on duty' }] : []),
    ...departments.map(({ departmentId, name }) => ({ value: String(departmentId), label: name })),
  ]
  return (
    <DataTable
      label="Reports"
      searchLabel="Search number, subject or writer"
      columns={ALL_COLUMNS}
      rows={reports.data?.items}
      total={reports.data?.total ?? 0}
      isTotalExact={reports.data?.isTotalExact ?? true}
      rowKey={({ reportId }) => reportId}
      onRowClick={({ reportId }) => void navigate({ to: '/user/reports/$reportId', params: { reportId: String(reportId) } })}
      state={state}
      onStateChange={setState}
      filters={reportFilters(fields, state.filters)}
      loading={reports.isFetching && (reports.isPending || reports.isPlaceholderData)}
      error={reports.error}
      onRetry={reports.refetch}
      empty={{ title: 'No reports yet', text: 'Reports are listed here once they are submitted.' }}
      toolbar={
        <ReportTools state={state} onStateChange={setState}>
          {choices.length > 1 && (
            <NativeSelect
              className={classes.labelled}
              label="Reports of"
              data={choices}
              value={chosen ? String(chosen.departmentId) : ''}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ to: '/user/reports', search: { tab: 'all', ...(value && { department: Number(value) }) } })
              }
            />
          )}
        </ReportTools>
      }
    />
  )
}

type ReportToolsProps = { state: TableState; onStateChange: (state: TableState) => void; children?: ReactNode }

/** The filters that are no columns: the first and last day. */
export function ReportTools({ state, onStateChange, children }: ReportToolsProps) {
  const { from, to } = state.filters
  return (
    <Row gap="8px 16px">
      {children}
      <DayRange
        value={{ from, to }}
        onChange={(days) => {
          const [[id, value] = ['from', '']] = Object.entries(days)
          onStateChange(setFilter(state, id, value ?? ''))
        }}
      />
    </Row>
  )
}
