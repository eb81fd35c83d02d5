import type { ReactNode } from 'react'
import type { DocumentData } from './document-data.ts'
import { DocumentFrame } from './DocumentFrame.tsx'
import { ReportDocument } from './ReportDocument.tsx'

type ReportFrameProps = {
  data: DocumentData | undefined
  error: unknown
  onRetry: () => unknown
  back: ReactNode
}

export const ReportFrame = ({ data, ...rest }: ReportFrameProps) => (
  <DocumentFrame
    {...rest}
    what="report"
    name={data && [data.number, data.title].filter(Boolean).join(' ')}
    renderDocument={(printedAt) => data && <ReportDocument data={data} printedAt={printedAt} />}
  />
)
