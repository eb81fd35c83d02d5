import { Button } from '@mantine/core'
import { IdParam, type Report } from '@tenfour/contract'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { useFields } from '../../fields/fields.port.ts'
import { kindWords } from '../view/report.labels.ts'
import { ReportContentView } from '../view/ReportContentView.tsx'
import { ChangeButton, VoidButton } from './ReportActions.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { HistoryCard, PenaltiesCard } from './PenaltiesCard.tsx'
import { ProposedCard, VersionsCard } from './VersionsCard.tsx'
import { ReportStateBadge } from './report-columns.tsx'
import { reportQuery } from '../reports.queries.ts'
import { useLiveOwn, useLiveQueue } from './use-live-reports.ts'
import { Columns, Row, Stack } from '../../../../ui/layout.tsx'

/** A report with its history, and the acts that the user is allowed. */
export function ReportPage() {
  const { reportId: param } = useParams({ from: '/shell/user/reports/$reportId' })
  const reportId = IdParam.parse(param)
  const { data, error, refetch } = useQuery(reportQuery(reportId))
  useLiveOwn()
  useLiveQueue()
  if (data) return <ReportView key={reportId} report={data} />
  return (
    <>
      <h1 className="visually-hidden">Report</h1>
      {!error ? (
        <PageLoading label="Loading the report" />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <Empty
            icon={<IconFileOff size={28} stroke={1.6} />}
            title="There is no such report"
            text="Check the address. Reports are shown to their writer, units on duty, and those who approve them."
            action={<BackButton />}
          />
        </Card>
      ) : (
        <PageError error={error} onRetry={refetch} action={<BackButton />} />
      )}
    </>
  )
}

function ReportView({ report }: { report: Report }) {
  const now = useNow()
  const { fields = [] } = useFields()
  const { reportId, kind, number, writer, department, submittedAt, voided, may } = report
  return (
    <>
      <PageHeader
        title={
          <>
            {kindWords(kind)} <span className="mono">{number}</span>
          </>
        }
        subtitle={
          <Row as="span" gap="4px 12px" style={{ marginTop: 6 }}>
            <ReportStateBadge report={report} variant="soft" />
            <span>
              {writer.identifier} {writer.name}, {department} · {dateTime(submittedAt)}
            </span>
          </Row>
        }
        actions={
          <>
            {may.change && <ChangeButton report={report} />}
            {may.void && <VoidButton report={report} />}
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/user/reports/$reportId/print" params={{ reportId: String(reportId) }} {...props} />}
            >
              Print
            </Button>
            <BackButton />
          </>
        }
      />
      {voided && (
        <Banner tone="danger" title={`Voided ${dateTime(voided.at)}.`}>
          {voided.reason}
        </Banner>
      )}
      {may.decide && <DecisionBar report={report} now={now} />}
      <Columns of="minmax(0, 1fr) minmax(260px, 340px)" align="start" stackBelow="60em">
        <Stack>
          <ProposedCard report={report} fields={fields} />
          <ReportContentView kind={kind} content={report.content} fields={fields} />
        </Stack>
        <Stack>
          <PenaltiesCard report={report} now={now} />
          <HistoryCard report={report} now={now} />
          <VersionsCard report={report} fields={fields} now={now} />
        </Stack>
      </Columns>
    </>
  )
}

const BackButton = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/user/reports" {...props} />}>
    All reports
  </Button>
)
