import type { OwnReportSummary } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { useFields } from '../../fields/fields.port.ts'
import { kindWords } from '../view/report.labels.ts'
import { useOwnReports } from '../own-reports.ts'
import { ChangeButton } from './ReportActions.tsx'
import { OWN_COLUMNS } from './report-columns.tsx'
import { REPORT_TABLE, reportFilter, reportFilters } from './report-list.ts'
import { ReportTools } from './AllTab.tsx'
import { ownReportsQuery } from '../reports.queries.ts'
import { isReturned } from './use-live-reports.ts'
import { OwnDocuments } from '../drafts/OwnDocuments.port.tsx'
import { Entry, ENTRY_LINK } from '../../../../ui/EntryList.tsx'
import classes from './ReportPage.module.css'

/** Drafts, what was returned, and everything one wrote. */
export function MineTab() {
  const own = useOwnReports(useSignedInUser().userId)
  const now = useNow()
  return (
    <>
      <OwnDocuments
        drafts={own?.drafts}
        returned={own?.reports.filter(isReturned) ?? []}
        isChangeOf={({ changes }, { reportId }) => changes?.reportId === reportId}
        titleOf={({ kind, subjectName }) => `${kindWords(kind)}${subjectName ? ` for ${subjectName}` : ''}`}
        renderDraftLink={({ draftId }, props) => (
          <Link to="/user/reports/drafts/$draftId" params={{ draftId: String(draftId) }} {...props} />
        )}
        renderReturned={(report) => <ReturnedRow key={report.reportId} report={report} now={now} />}
      />
      <OwnReports />
    </>
  )
}

function ReturnedRow({ report, now }: { report: OwnReportSummary; now: Date }) {
  const { reportId, number, kind, subject, about, returned } = report
  return (
    <Entry
      titleAs="h3"
      title={
        <>
          <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }} className={`mono ${ENTRY_LINK}`}>
            {number}
          </Link>{' '}
          {kindWords(kind)}
          {subject && ` for ${subject.name}`}
        </>
      }
      detail={
        <>
          {about}
          {returned && (
            <>
              {about && ' · '}
              {returned.by && `${returned.by.name}, `}
              <When at={returned.at} now={now} />
              <span className={classes.said}>{returned.remark}</span>
            </>
          )}
        </>
      }
    >
      <ChangeButton size="xs" report={report} />
    </Entry>
  )
}

function OwnReports() {
  const navigate = useNavigate()
  const [state, setState] = useTableSearch(REPORT_TABLE)
  const { fields = [] } = useFields()
  const reports = useQuery(ownReportsQuery(reportFilter(state)))
  return (
    <DataTable
      label="Reports you wrote"
      noun="reports"
      searchLabel="Search number or name"
      columns={OWN_COLUMNS}
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
      empty={{ title: 'No reports yet', text: 'What you write on duty is listed here once you submit it.' }}
      toolbar={<ReportTools state={state} onStateChange={setState} />}
    />
  )
}
