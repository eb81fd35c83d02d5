import type { Call } from '@tenfour/contract'
import { useEffect, useRef } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { selectCall, selectedCallId } from '../../../../panels/selection.ts'
import { boardStore, useMayDispatch } from '../../board/board.port.ts'
import { nextPending } from '../list/call-list.ts'

/** A dispatcher who has cleared the selected call is shown the next pending one. Focus stays where it is. */
export function useTurnToNext(call: Call | undefined): void {
  const { userId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const wasOpen = useRef(false)
  const isCleared = call?.status === 'cleared'
  const isOwnClear = isCleared && call.clearedBy?.userId === userId && call.mergedIntoId === null
  const callId = call?.callId
  useEffect(() => {
    if (callId === undefined) return
    if (isOwnClear && wasOpen.current && mayDispatch && selectedCallId() === callId) {
      const next = nextPending(boardStore().get().calls.values(), callId)
      if (next !== undefined) selectCall(next)
    }
    wasOpen.current = !isCleared
  }, [callId, isCleared, isOwnClear, mayDispatch])
}
