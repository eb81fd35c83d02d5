import { listRecordWarrants } from '@tenfour/contract'
import { useEffect } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { log } from '../../../../platform/log/log.ts'
import { playSound } from '../../../../platform/sounds/sounds.ts'
import { recordDesk } from '../desk.ts'
import { createWarrantFollower } from './follow-warrants.ts'
import { followWarrantAlerts } from './warrant-alerts.ts'

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
