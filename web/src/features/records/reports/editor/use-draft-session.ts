import { useState } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useDraftState, type FollowDrafts } from '../drafts/drafts.port.ts'
import { followOwnReports } from '../own-reports.ts'
import { openedDraft } from '../desk/report-desk.ts'
import type { ReportSession, ReportState } from './report-session.ts'

const followDrafts: FollowDrafts = (userId, { onSaved, onLeft }) =>
  followOwnReports(userId, (delta) => {
    if (delta.event === 'draft.saved') onSaved(delta.payload)
    if (delta.event === 'draft.left') onLeft(delta.payload.draftId)
  })

export const useReportState = (session: ReportSession): ReportState => useDraftState(session, useSignedInUser().userId, followDrafts)

/** A draft of one's own, for a page of its own. */
export function useOpenedDraft(draftId: number): ReportSession {
  const { userId } = useSignedInUser()
  const [known, setKnown] = useState(() => ({ draftId, session: openedDraft(userId, draftId) }))
  if (known.draftId === draftId) return known.session
  const session = openedDraft(userId, draftId)
  setKnown({ draftId, session })
  return session
}
