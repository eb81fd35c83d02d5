import type { ReportSummary } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime, dayTime, relativeTime } from '../../../../platform/format/dates.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import type { Column } from '../../../../ui/table-columns.ts'
import { penaltyWords, SHORT_KINDS, standing } from '../report.labels.ts'
import { ENTRY_LINK } from '../../../../ui/EntryList.tsx'

export function ReportStateBadge({
  report,
  variant = 'dot',
}: {
  report: Pick<ReportSummary, 'state' | 'amendment'>
  variant?: 'dot' | 'soft'
}) {
  const { words, tone } = standing(report)
  return (
    <StatusBadge tone={tone} variant={variant}>
      {words}
    </StatusBadge>
  )
}

const number: Column<ReportSummary> = {
  id: 'number',
  header: 'Number',
  width: 122,
  cell: ({ reportId, number: words }) => (
    <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }} className={`mono ${ENTRY_LINK}`}>
      {words}
    </Link>
  ),
}
const kind: Column<ReportSummary> = { id: 'kind', header: 'Kind', width: 98, value: (report) => SHORT_KINDS[report.kind] }
const subject: Column<ReportSummary> = {
  id: 'subject',
  header: 'Subject',
  width: 160,
  cell: (report) => <Cell>{report.subject?.name ?? ''}</Cell>,
}
const about: Column<ReportSummary> = { id: 'about', header: 'About', cell: (report) => <Cell>{report.about}</Cell> }
const imposes: Column<ReportSummary> = {
  id: 'imposes',
  header: 'Imposes',
  width: 190,
  cell: (report) => <Cell>{penaltyWords(report)}</Cell>,
}
const writer: Column<ReportSummary> = {
  id: 'writer',
  header: 'Written by',
  width: 200,
  cell: (report) => (
    <Cell title={report.writer.name}>
      <span className="mono">{report.writer.identifier}</span> {report.writer.name}
    </Cell>
  ),
}
const state: Column<ReportSummary> = { id: 'state', header: 'State', width: 164, cell: (report) => <ReportStateBadge report={report} /> }
const submitted: Column<ReportSummary> = {
  id: 'submitted',
  header: 'Submitted',
  width: 124,
  // The number has the year.
  cell: ({ submittedAt }) => <span title={dateTime(submittedAt)}>{dayTime(submittedAt)}</span>,
}

const Cell = ({ children, title }: { children: ReactNode; title?: string }) => (
  <span className="truncated" title={title ?? (typeof children === 'string' ? children : undefined)}>
    {children}
  </span>
)

export const OWN_COLUMNS: readonly Column<ReportSummary>[] = [number, kind, subject, about, state, submitted]
export const ALL_COLUMNS: readonly Column<ReportSummary>[] = [number, kind, subject, about, writer, state, submitted]

export const queueColumns = (now: Date): readonly Column<ReportSummary>[] => [
  number,
  kind,
  subject,
  about,
  imposes,
  writer,
  {
    id: 'waiting',
    header: 'Submitted',
    width: 120,
    cell: ({ submittedAt, amendment }) => (
      <span title={dateTime(submittedAt)}>
        {relativeTime(submittedAt, now)}
        {amendment && <span className="muted"> · amended</span>}
      </span>
    ),
  },
]
