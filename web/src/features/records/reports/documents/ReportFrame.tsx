import type { ReactNode } from 'react'
import type { DocumentData } from './document-data.ts'
import { DocumentFrame } from './DocumentFrame.port.tsx'
import { ReportDocument } from './ReportDocument.tsx'
import { getReport, getReportCopy, getReportDraft } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/api/client.ts'

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

const fresh = { staleTime: 0, retry: false, meta: { handled: true } } as const

export const printedReportQuery = (reportId: number) =>
  queryOptions({
    queryKey: ['report-document', reportId],
    queryFn: ({ signal }) => call(getReport, { params: { reportId }, quiet: true, signal }),
    ...fresh,
  })

export const printedDraftQuery = (draftId: number) =>
  queryOptions({
    queryKey: ['draft-document', draftId],
    queryFn: ({ signal }) => call(getReportDraft, { params: { draftId }, quiet: true, signal }),
    ...fresh,
  })

export const copyQuery = (reportId: number) =>
  queryOptions({
    queryKey: ['report-copy', reportId],
    queryFn: ({ signal }) => call(getReportCopy, { params: { reportId }, quiet: true, signal }),
    ...fresh,
  })
