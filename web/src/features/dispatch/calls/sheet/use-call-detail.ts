import type { CallDetail } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import { withDelta } from './call-detail.ts'

type Followed = { readonly callId: number; readonly detail: CallDetail | null; readonly isGone: boolean }

/** Delay before loading, so that holding an arrow key down the board does not load every call on the way. */
const SETTLE_MS = 90

/** A call with its units and log, live. Never returns a call other than the requested one. */
export function useCallDetail(serverId: number, callId: number): { readonly detail: CallDetail | null; readonly isGone: boolean } {
  const [followed, setFollowed] = useState<Followed>({ callId, detail: null, isGone: false })
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = subscribe(
        'call',
        { serverId, callId },
        {
          onSnapshot: (detail) => setFollowed({ callId, detail, isGone: false }),
          onDelta: (delta) =>
            setFollowed((last) => (last.detail && last.callId === callId ? { ...last, detail: withDelta(last.detail, delta) } : last)),
          onClosed: () => setFollowed((last) => ({ callId, detail: last.callId === callId ? last.detail : null, isGone: true })),
        },
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [serverId, callId])
  return followed.callId === callId ? followed : { detail: null, isGone: false }
}
