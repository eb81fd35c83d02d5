import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useFields } from '../../fields/fields.port.ts'
import { approvalOf } from '../view/report-changes.ts'
import { reportDocument } from './document-data.ts'
import { printedReportQuery, ReportFrame } from './ReportFrame.tsx'

export function ReportDocumentPage() {
  const { reportId } = useParams({ from: '/user/reports/$reportId/print' })
  const now = useNow()
  const { fields } = useFields()
  const { data: report, error, refetch } = useQuery(printedReportQuery(IdParam.parse(reportId)))
  return (
    <ReportFrame
      data={report && reportDocument(report, approvalOf(report), fields ?? [], now)}
      error={error}
      onRetry={refetch}
      back={
        <Button variant="default" renderRoot={(props) => <Link to="/user/reports/$reportId" params={{ reportId }} {...props} />}>
          Back to the report
        </Button>
      }
    />
  )
}
