import type { Report, ReportEvent, ReportRevision } from '@tenfour/contract'

type Versions = Pick<Report, 'revisionId' | 'proposed' | 'revisions'>

/** The version before one; undefined for the first. */
export const versionBefore = (revisions: readonly ReportRevision[], revisionId: number): ReportRevision | undefined => {
  const at = revisions.findIndex((each) => each.revisionId === revisionId)
  return at > 0 ? revisions[at - 1] : undefined
}

/** What the version that waits is to be compared with: an amendment with what stands, one submitted again with the version returned. */
export function proposedComparison({ revisionId, proposed, revisions }: Versions): { before: number; after: number } | null {
  if (!proposed) return null
  const before = proposed.revisionId === revisionId ? versionBefore(revisions, revisionId)?.revisionId : revisionId
  return before === undefined ? null : { before, after: proposed.revisionId }
}

/** Who made the version that stands final by approving it; null where no approval was needed or it is not final. */
export function approvalOf({
  state,
  history,
  revisionId,
  writer,
}: Pick<Report, 'state' | 'history' | 'revisionId' | 'writer'>): ReportEvent | null {
  if (state !== 'final' && state !== 'voided') return null
  const isApproval = (event: ReportEvent) =>
    event.revisionId === revisionId && event.by !== null && event.by.userId !== writer.userId && /\bapproved\b/iu.test(event.title)
  return history.findLast(isApproval) ?? null
}
