import { useEffect, useState } from 'react'
import { connection } from '../../../platform/realtime/connection.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useObservable } from '../../../platform/store/observable.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import type { DraftSession, DraftState } from './draft-session.ts'
import { followOwnReports } from './own-reports.ts'
import { openedDraft } from './report-desk.ts'

/** The draft as it is now. While it is shown, it follows other windows and is saved before the page goes. */
export function useDraftState(session: DraftSession): DraftState {
  const { userId } = useSignedInUser()
  useEffect(() => {
    const stopFollowing = followOwnReports(userId, (delta) => {
      const draftId = session.get().draft?.draftId
      if (delta.event === 'draft.saved' && delta.payload.draftId === draftId) session.follow(delta.payload.version)
      if (delta.event === 'draft.left' && delta.payload.draftId === draftId) session.left()
    })
    const stopWaiting = connection.subscribe(() => connection.get() === 'live' && session.retry())
    const save = () => void session.flush(true).catch(reportError)
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', save)
    return () => {
      stopFollowing()
      stopWaiting()
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [session, userId])
  return useObservable(session)
}

/** A draft of one's own, for a page of its own. */
export function useOpenedDraft(draftId: number): DraftSession {
  const { userId } = useSignedInUser()
  const [known, setKnown] = useState(() => ({ draftId, session: openedDraft(userId, draftId) }))
  if (known.draftId === draftId) return known.session
  const session = openedDraft(userId, draftId)
  setKnown({ draftId, session })
  return session
}
