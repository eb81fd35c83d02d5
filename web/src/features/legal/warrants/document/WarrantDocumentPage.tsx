import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { DocumentFrame } from '../../../records/reports/documents/DocumentFrame.port.tsx'
import { warrantQuery } from '../warrants.queries.ts'
import { DOCUMENT_TITLES } from './document.labels.ts'
import { WarrantDocument } from './WarrantDocument.tsx'

/** Under /warrants for legal staff, under /user/warrants for its writer. */
export function WarrantDocumentPage() {
  const { warrantId = '' } = useParams({ strict: false })
  const { history } = useRouter()
  const now = useNow()
  const { data: warrant, error, refetch } = useQuery(warrantQuery(IdParam.parse(warrantId)))
  const back = history.location.pathname.replace(/\/print$/u, '')
  return (
    <DocumentFrame
      what="warrant"
      name={warrant && `${warrant.number} ${DOCUMENT_TITLES[warrant.type]}`}
      error={error}
      onRetry={refetch}
      back={
        <Button variant="default" component="a" href={back}>
          Back to the warrant
        </Button>
      }
      renderDocument={(printedAt) => warrant && <WarrantDocument warrant={warrant} now={now} printedAt={printedAt} />}
    />
  )
}
