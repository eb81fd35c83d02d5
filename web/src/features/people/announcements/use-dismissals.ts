import { dismissAnnouncement } from '@tenfour/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../../platform/api/client.ts'
import { log } from '../../../platform/log/log.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { forgetAnnouncement } from './announcements.queries.ts'
import { createDismissals, type Dismissals } from './dismissals.ts'

const byUser = new Map<number, Dismissals>()

function dismissalsOf(userId: number): Dismissals {
  const known = byUser.get(userId)
  if (known) return known
  const dismissals = createDismissals({
    store: localStore,
    key: `dismissed-announcements:${userId}`,
    send: (announcementId, { keepalive }) => call(dismissAnnouncement, { params: { announcementId }, quiet: true, keepalive }),
    onSent: forgetAnnouncement,
    onProblem: (error) => log.warning('An announcement could not be dismissed; it is tried again at the next visit', error),
  })
  byUser.set(userId, dismissals)
  return dismissals
}

/** The reader's dismissed announcements, and how to dismiss one. */
export function useDismissals(userId: number) {
  const dismissals = dismissalsOf(userId)
  const pending = useSyncExternalStore(dismissals.subscribe, dismissals.pending)
  useEffect(() => {
    void dismissals.tellAll()
    window.addEventListener('pagehide', dismissals.tellWhileLeaving)
    return () => window.removeEventListener('pagehide', dismissals.tellWhileLeaving)
  }, [dismissals])
  const dismiss = (announcementId: number) => {
    dismissals.putAway(announcementId)
    notify.info('Announcement dismissed', {
      label: 'Undo',
      run: () => dismissals.takeBack(announcementId),
      onUnused: () => void dismissals.tell(announcementId),
    })
  }
  return { pending, dismiss }
}
