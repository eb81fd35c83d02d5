import { UNIT_CLASS } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { leftOpen } from '../../../panels/reopen.ts'
import { clearSelection, onSelection, selectCall, selectedCallId } from '../../../panels/selection.ts'
import { boardStore, useOwnUnit } from '../../dispatch/board/board.port.ts'
import type { DesktopPlace } from './desktop-contents.ts'

const left = leftOpen('call', z.object({ serverId: z.int(), callId: z.int(), ownCallId: z.int().nullable() }))

/**
 * The call that is open: after a reload the one before it, and a unit that is assigned to a call sees that at once. Dispatchers, who watch
 * many calls, select one themselves.
 */
export function useOpenCall({ serverId, unitClass, isOnDuty }: DesktopPlace): void {
  const { userId } = useSignedInUser()
  const own = useOwnUnit()
  const [before] = useState(() => {
    const found = left.find(userId)
    return found?.serverId === serverId ? found : null
  })
  /** The call that this desktop has shown because the unit was sent there. */
  const followed = useRef(before?.ownCallId ?? null)
  useEffect(() => {
    if (before) selectCall(before.callId)
    const keep = () => {
      const callId = selectedCallId()
      left.keep(userId, callId === null ? null : { serverId, callId, ownCallId: boardStore().get().units.get(userId)?.callId ?? null })
    }
    const stop = onSelection(keep)
    return () => {
      stop()
      clearSelection()
      left.keep(userId, null)
    }
  }, [before, serverId, userId])
  const isKnown = own !== undefined
  const callId = own?.callId ?? null
  const follows = isOnDuty && unitClass !== UNIT_CLASS.Comms
  useEffect(() => {
    if (!isKnown || callId === followed.current) return
    followed.current = callId
    if (follows && callId !== null) selectCall(callId)
  }, [isKnown, follows, callId])
}
