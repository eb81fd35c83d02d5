import { NativeSelect, Text } from '@mantine/core'
import { finesSwitch, type ContestedFine } from '@tenfour/contract'
import { useIsOn } from '../../../../platform/features/features.ts'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useNow } from '../../../../platform/format/use-now.ts'
import { heldDepartments, type HeldDepartment } from '../../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { Pager } from '../../../../ui/Pager.tsx'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { money } from '../../../../platform/format/text.ts'
import { ConfirmFineButtons } from './ConfirmFine.tsx'
import { DecideFineButton } from './FineDialog.tsx'
import { queueColumns } from './report-columns.tsx'
import { contestedQuery, FINES_PAGE_SIZE, queueQuery, reportedQuery } from '../reports.queries.ts'
import { Entry, EntryList, ENTRY_LINK } from '../../../../ui/EntryList.tsx'
import { Row } from '../../../../ui/layout.tsx'
import classes from './ReportPage.module.css'

const QUEUE_TABLE = { sort: null, sortable: [], filterable: [] } as const

/** Reports and contested fines that wait for the user's decision in a department. */
export function ApproveTab() {
  const departments = heldDepartments(useSignedInUser(), 'approveReports')
  const { department } = useSearch({ from: '/shell/user/reports' })
  const navigate = useNavigate()
  const hasFines = useIsOn(finesSwitch)
  const shown = departments.find(({ departmentId }) => departmentId === department) ?? departments[0]
  if (!shown) return null
  return (
    <>
      {departments.length > 1 && (
        <Row gap="8px 16px">
          <NativeSelect
            className={classes.labelled}
            label="Department"
            data={departments.map(({ departmentId, name }) => ({ value: String(departmentId), label: name }))}
            value={String(shown.departmentId)}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ to: '/user/reports', search: { tab: 'approve', department: Number(value) } })
            }
          />
        </Row>
      )}
      {hasFines && <ReportedFines key={`reported ${shown.departmentId}`} department={shown} />}
      {hasFines && <ContestedFines key={`fines ${shown.departmentId}`} department={shown} />}
      <Queue key={`queue ${shown.departmentId}`} department={shown} />
    </>
  )
}

function Queue({ department: { departmentId, name } }: { department: HeldDepartment }) {
  const now = useNow()
  const navigate = useNavigate()
  const [state, setState] = useTableSearch(QUEUE_TABLE)
  const queue = useQuery(queueQuery(departmentId, state.page, state.size))
  const columns = useMemo(() => queueColumns(now), [now])
  return (
    <DataTable
      label="Reports that wait for approval"
      noun="reports"
      searchLabel={null}
      columns={columns}
      rows={queue.data?.items}
      total={queue.data?.total ?? 0}
      isTotalExact={queue.data?.isTotalExact ?? true}
      rowKey={({ reportId }) => reportId}
      onRowClick={({ reportId }) => void navigate({ to: '/user/reports/$reportId', params: { reportId: String(reportId) } })}
      state={state}
      onStateChange={setState}
      loading={queue.isFetching && (queue.isPending || queue.isPlaceholderData)}
      error={queue.error}
      onRetry={queue.refetch}
      empty={{
        icon: <IconChecks size={28} stroke={1.6} />,
        title: 'Nothing waits for approval',
        text: `Reports of ${name} that need approval are listed here, oldest first.`,
      }}
    />
  )
}

/** The contested fines of a department; usually there are none, and no card. */
function ContestedFines({ department: { departmentId } }: { department: HeldDepartment }) {
  const now = useNow()
  const [page, setPage] = useState(1)
  const { data } = useQuery(contestedQuery(departmentId, page))
  const isPast = data !== undefined && data.items.length === 0 && page > 1
  // The last one of the last page was decided.
  if (isPast) setPage(page - 1)
  if (!data || data.items.length === 0) return null
  return (
    <Card title="Contested fines" aside={`${data.total}${data.isTotalExact ? '' : '+'}`}>
      <EntryList label="Contested fines">
        {data.items.map((fine) => (
          <FineRow key={fine.fineId} fine={fine} now={now} />
        ))}
      </EntryList>
      <Pager label="Contested fines" {...data} page={page} pageSize={FINES_PAGE_SIZE} onPage={setPage} />
    </Card>
  )
}

/** Fines that their owners reported as paid; usually there are none, and no card. */
function ReportedFines({ department: { departmentId } }: { department: HeldDepartment }) {
  const now = useNow()
  const [page, setPage] = useState(1)
  const { data } = useQuery(reportedQuery(departmentId, page))
  // The last one of the last page was confirmed.
  if (data !== undefined && data.items.length === 0 && page > 1) setPage(page - 1)
  if (!data || data.items.length === 0) return null
  return (
    <Card title="Fines reported as paid" aside={`${data.total}${data.isTotalExact ? '' : '+'}`}>
      <EntryList label="Fines reported as paid">
        {data.items.map((fine) => (
          <ReportedRow key={fine.fineId} fine={fine} now={now} />
        ))}
      </EntryList>
      <Pager label="Fines reported as paid" {...data} page={page} pageSize={FINES_PAGE_SIZE} onPage={setPage} />
    </Card>
  )
}

type FineRowProps = { fine: ContestedFine; now: Date }

function ReportedRow({ fine, now }: FineRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const { about, reportedAt, writer, number } = fine
  return (
    <Entry
      ref={row}
      titleAs="h3"
      title={<FineTitle fine={fine} />}
      detail={
        <>
          {about} · {writer.identifier} {writer.name}
          {reportedAt && (
            <>
              {' '}
              · reported <When at={reportedAt} now={now} />
            </>
          )}
        </>
      }
    >
      <ConfirmFineButtons fine={fine} number={number} onDecided={() => besideRow(row.current)()} />
    </Entry>
  )
}

const FineTitle = ({ fine: { reportId, number, characterName, amount } }: { fine: ContestedFine }) => (
  <>
    {money(amount)} for {characterName}{' '}
    <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }} className={`mono ${ENTRY_LINK}`}>
      {number}
    </Link>
  </>
)

function FineRow({ fine, now }: FineRowProps) {
  const { userId } = useSignedInUser()
  const row = useRef<HTMLLIElement>(null)
  const { number, about, contestReason, contestedAt, writer } = fine
  return (
    <Entry
      ref={row}
      titleAs="h3"
      title={<FineTitle fine={fine} />}
      detail={
        <>
          {about} · {writer.identifier} {writer.name}
          {contestedAt && (
            <>
              {' '}
              · contested <When at={contestedAt} now={now} />
            </>
          )}
          <span className={classes.said}>{contestReason}</span>
        </>
      }
    >
      {writer.userId === userId ? (
        <Text component="p" size="sm" c="dimmed">
          Your own report: someone else decides
        </Text>
      ) : (
        <DecideFineButton fine={fine} number={number} onDecided={() => besideRow(row.current)()} />
      )}
    </Entry>
  )
}
