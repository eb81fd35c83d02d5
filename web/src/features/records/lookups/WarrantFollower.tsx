import { listRecordWarrants } from '@tenfour/contract'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { log } from '../../../platform/log/log.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { playSound } from '../../../platform/sounds/sounds.ts'
import { recordDesk } from './desk.ts'
import { createWarrantFollower } from './follow-warrants.ts'

/** While the desktop is open: a record on it gets its warrants as they are signed, and loses them as they end. */
export function WarrantFollower({ userId }: { userId: number }) {
  useEffect(() => {
    const follower = createWarrantFollower({
      desk: recordDesk,
      read: async (lookupId) => (await call(listRecordWarrants, { params: { lookupId }, quiet: true })).warrants,
      onNew: () => playSound('activeWarrants'),
      onProblem: (error) => log.error('The warrants on the record could not be read', error),
    })
    const onDelta = ({ event, payload }: RoomDelta<'own-warrants'> | RoomDelta<'active-warrants'>) => {
      if (event === 'alert.saved') follower.saved(payload)
      else if (event === 'alert.ended') follower.ended(payload.warrantId)
    }
    const leaveActive = subscribe('active-warrants', {}, { onSnapshot: () => follower.reload(), onDelta })
    const leaveOwn = subscribe('own-warrants', { userId }, { onSnapshot: () => undefined, onDelta })
    return () => {
      leaveActive()
      leaveOwn()
      follower.stop()
    }
  }, [userId])
  return null
}
