import type { OwnReportSummary, ReportDraftSummary } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { DraftEntry } from '../drafts/DraftEntry.port.tsx'
import { useFields } from '../../fields/fields.port.ts'
import { kindWords } from '../view/report-view.port.ts'
import { useOwnReports } from '../own-reports.port.ts'
import { ChangeButton } from './ChangeButton.tsx'
import { OWN_COLUMNS } from './report-columns.tsx'
import { REPORT_TABLE, reportFilter, reportFilters } from './report-list.ts'
import { ReportTools } from './ReportTools.tsx'
import { ownReportsQuery } from './reports.queries.ts'
import classes from './Reports.module.css'
import { isReturned } from './use-live-reports.ts'

/** Drafts, what was returned, and everything one wrote. */
export function MineTab() {
  const own = useOwnReports(useSignedInUser().userId)
  const now = useNow()
  // A draft that changes a returned report is listed with that report.
  const returned = own?.reports.filter(isReturned) ?? []
  const drafts = own?.drafts.filter(({ changes }) => !returned.some(({ reportId }) => reportId === changes?.reportId)) ?? []
  return (
    <>
      {drafts.length > 0 && (
        <Card title="Drafts" aside={drafts.length}>
          <ul className={classes.list} aria-label="Drafts">
            {drafts.map((draft) => (
              <DraftRow key={draft.draftId} draft={draft} now={now} />
            ))}
          </ul>
        </Card>
      )}
      {returned.length > 0 && (
        <Card title="Returned to you" aside={returned.length}>
          <ul className={classes.list} aria-label="Returned to you">
            {returned.map((report) => (
              <ReturnedRow key={report.reportId} report={report} now={now} />
            ))}
          </ul>
        </Card>
      )}
      <OwnReports />
    </>
  )
}

function DraftRow({ draft, now }: { draft: ReportDraftSummary; now: Date }) {
  const { draftId, kind, subjectName } = draft
  return (
    <DraftEntry
      title={`${kindWords(kind)}${subjectName ? ` for ${subjectName}` : ''}`}
      draft={draft}
      now={now}
      renderLink={(props) => <Link to="/user/reports/drafts/$draftId" params={{ draftId: String(draftId) }} {...props} />}
    />
  )
}

function ReturnedRow({ report, now }: { report: OwnReportSummary; now: Date }) {
  const { reportId, number, kind, subject, about, returned } = report
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <h3 className={classes.title}>
          <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }} className={`mono ${classes.number}`}>
            {number}
          </Link>{' '}
          {kindWords(kind)}
          {subject && ` for ${subject.name}`}
        </h3>
        <p className={classes.detail}>
          {about}
          {returned && (
            <>
              {about && ' · '}
              {returned.by && `${returned.by.name}, `}
              <When at={returned.at} now={now} />
              <span className={classes.said}>{returned.remark}</span>
            </>
          )}
        </p>
      </div>
      <ChangeButton size="xs" report={report} />
    </li>
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
