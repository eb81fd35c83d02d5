import type { ReportSummary } from '@tenfour/contract'
import { useEffect } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { heldDepartments } from '../../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followOwnReports } from '../own-reports.ts'
import { refreshLists, refreshReport } from '../reports.queries.ts'

const refresh = (reportId?: number) => {
  refreshLists().catch(reportError)
  if (reportId !== undefined) refreshReport(reportId).catch(reportError)
}

/** Returned to their writer, whether new ones or amendments. */
export const isReturned = ({ state, amendment }: Pick<ReportSummary, 'state' | 'amendment'>): boolean =>
  state === 'returned' || amendment === 'returned'

/** Refetches lists and reports on the page as the user's own reports change. */
export function useLiveOwn(): void {
  const { userId } = useSignedInUser()
  useEffect(() => followOwnReports(userId, (delta) => delta.event === 'report.saved' && refresh(delta.payload.reportId)), [userId])
}

/** Refetches lists and reports on the page as reports of the user's departments are submitted and decided. */
export function useLiveQueue(): void {
  const user = useSignedInUser()
  const ids = heldDepartments(user, 'approveReports')
    .map(({ departmentId }) => departmentId)
    .join()
  useEffect(() => {
    const leave = ids
      .split(',')
      .filter(Boolean)
      .map((departmentId) =>
        subscribe(
          'report-queue',
          { departmentId: Number(departmentId) },
          {
            onSnapshot: (_queue, { seq, known }) => known !== seq && refresh(),
            onDelta: ({ payload }) => refresh('reportId' in payload ? payload.reportId : undefined),
          },
        ),
      )
    return () => leave.forEach((each) => each())
  }, [ids])
}
