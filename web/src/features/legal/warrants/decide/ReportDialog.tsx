import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dateTime } from '../../../../platform/format/dates.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { useFields } from '../../../records/fields/fields.port.ts'
import { kindWords, ReportContentView } from '../../../records/reports/view/report-view.port.ts'
import { warrantReportQuery } from '../warrants.queries.ts'

type ReportDialogProps = { warrantId: number; reportId: number; onClose: () => void }

/** A report that supports the warrant, to read. */
export function ReportDialog({ warrantId, reportId, onClose }: ReportDialogProps) {
  const { data: report, error, refetch } = useQuery(warrantReportQuery(warrantId, reportId))
  const { fields = [] } = useFields()
  return (
    <FormModal title={report ? `${kindWords(report.kind)} ${report.number}` : 'Report'} onClose={onClose} size={760}>
      {report ? (
        <>
          <Text component="p" size="sm" c="dimmed" className="anywhere">
            {[report.writer.identifier, report.writer.name].filter(Boolean).join(' ')} · {dateTime(report.submittedAt)} · reading it is
            logged
          </Text>
          <ReportContentView kind={report.kind} content={report.content} fields={fields} />
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading the report" />
      )}
    </FormModal>
  )
}
