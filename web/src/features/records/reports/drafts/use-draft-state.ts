import { useEffect } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { connection } from '../../../../platform/realtime/connection.ts'
import { useObservable } from '../../../../platform/store/observable.ts'
import type { AnyDraft, DraftSession, DraftState } from './draft-session.ts'

/** The news that a room sends of a member's drafts. */
export type DraftNews = {
  readonly onSaved: (draft: Pick<AnyDraft<unknown>, 'draftId' | 'version'>) => void
  readonly onLeft: (draftId: number) => void
}
/** Hears of the member's drafts until the returned function is called. */
export type FollowDrafts = (userId: number, news: DraftNews) => () => void

/** The draft as it is now. While it is shown, it follows other windows and is saved before the page goes. */
export function useDraftState<Draft extends AnyDraft<unknown>, Summary>(
  session: DraftSession<Draft, Summary>,
  userId: number,
  followDrafts: FollowDrafts,
): DraftState<Draft> {
  useEffect(() => {
    const isThis = (draftId: number) => session.get().draft?.draftId === draftId
    const stopFollowing = followDrafts(userId, {
      onSaved: ({ draftId, version }) => isThis(draftId) && session.follow(version),
      onLeft: (draftId) => isThis(draftId) && session.left(),
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
  }, [session, userId, followDrafts])
  return useObservable(session)
}
