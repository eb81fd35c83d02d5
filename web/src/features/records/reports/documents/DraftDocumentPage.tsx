import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { currentUserQuery } from '../../../../platform/session/session.ts'
import { useFields } from '../../fields/fields.port.ts'
import { draftDocument } from './document-data.ts'
import { printedDraftQuery, ReportFrame } from './ReportFrame.tsx'

export function DraftDocumentPage() {
  const { draftId } = useParams({ from: '/user/reports/drafts/$draftId/print' })
  const { fields } = useFields()
  const { data: user } = useQuery({ ...currentUserQuery, enabled: false })
  const { data: draft, error, refetch } = useQuery(printedDraftQuery(IdParam.parse(draftId)))
  const department = user?.userDepartments.find((each) => each.departmentId === draft?.departmentId)?.department.name ?? ''
  return (
    <ReportFrame
      data={draft && draftDocument(draft, department, fields ?? [])}
      error={error}
      onRetry={refetch}
      back={
        <Button variant="default" renderRoot={(props) => <Link to="/user/reports/drafts/$draftId" params={{ draftId }} {...props} />}>
          Back to the draft
        </Button>
      }
    />
  )
}
