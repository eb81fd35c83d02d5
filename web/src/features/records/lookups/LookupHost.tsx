import { useEffect } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import { closeAct, useAct } from './acts/acts.ts'
import { listRecordWarrants } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { log } from '../../../platform/log/log.ts'
import { playSound } from '../../../platform/sounds/sounds.ts'
import { recordDesk } from './desk.ts'
import { createWarrantFollower } from './alerts/follow-warrants.ts'
import { followWarrantAlerts } from './alerts/warrant-alerts.ts'

const ActDialog = lazyComponent(async () => (await import('./acts/ActDialog.tsx')).ActDialog, { what: 'The form', shape: DIALOG })

/** Holds the dialog of an act, whichever panel asked for it. */
export function ActHost() {
  useEffect(() => closeAct, [])
  const act = useAct()
  return act && <ActDialog act={act} onClose={closeAct} />
}

/** While the desktop is open: a record on it gets its warrants as they are signed, and loses them as they end. */
export function WarrantFollower({ userId }: { userId: number }) {
  useEffect(() => {
    const follower = createWarrantFollower({
      desk: recordDesk,
      read: async (lookupId) => (await call(listRecordWarrants, { params: { lookupId }, quiet: true })).warrants,
      onNew: () => playSound('activeWarrants'),
      onProblem: (error) => log.error('The warrants on the record could not be read', error),
    })
    const leave = followWarrantAlerts(userId, {
      onGap: follower.reload,
      onDelta: ({ event, payload }) => {
        if (event === 'alert.saved') follower.saved(payload)
        else if (event === 'alert.ended') follower.ended(payload.warrantId)
      },
    })
    return () => {
      leave()
      follower.stop()
    }
  }, [userId])
  return null
}
