import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useFields } from '../../fields/fields.port.ts'
import { copyDocument } from './document-data.ts'
import { copyQuery, ReportFrame } from './ReportFrame.tsx'

/** The copy of a report for the member whose character it is about. */
export function ReportCopyPage() {
  const { characterId, reportId } = useParams({ from: '/user/characters/$characterId/reports/$reportId' })
  const now = useNow()
  const { fields } = useFields()
  const { data: copy, error, refetch } = useQuery(copyQuery(IdParam.parse(reportId)))
  return (
    <ReportFrame
      data={copy && copyDocument(copy, fields ?? [], now)}
      error={error}
      onRetry={refetch}
      back={
        <Button variant="default" renderRoot={(props) => <Link to="/user/characters/$characterId" params={{ characterId }} {...props} />}>
          Back to the character
        </Button>
      }
    />
  )
}
