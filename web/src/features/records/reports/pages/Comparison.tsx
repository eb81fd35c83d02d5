import type { Field, ReportKind } from '@tenfour/contract'
import { useQueries } from '@tanstack/react-query'
import { CardError, CardLoading, CardNote } from '../../../../ui/CardStates.tsx'
import { ChangeList, changesBetween } from '../view/report-view.port.ts'
import { revisionQuery } from './reports.queries.ts'

type ComparisonProps = { reportId: number; kind: ReportKind; before: number; after: number; fields: readonly Field[] }

/** What changed from one version to another. */
export function Comparison({ reportId, kind, before, after, fields }: ComparisonProps) {
  const [one, other] = useQueries({ queries: [revisionQuery(reportId, before), revisionQuery(reportId, after)] })
  if (one.data && other.data) {
    const changes = changesBetween({ kind, before: one.data.content, after: other.data.content, fields })
    return changes.length === 0 ? <CardNote>Nothing was changed.</CardNote> : <ChangeList changes={changes} />
  }
  if (!one.isError && !other.isError) return <CardLoading rows={4} />
  const retry = () => Promise.all([one, other].filter(({ isError }) => isError).map(({ refetch }) => refetch()))
  return <CardError what="The versions" onRetry={retry} />
}
