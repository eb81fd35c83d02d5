import type { CallDetail, Call } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../../platform/realtime/realtime.ts'
import type { RoomDelta } from '../../../../platform/realtime/rooms.ts'

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

/** A call with its units and log after one event. */
export function withDelta(detail: CallDetail, delta: RoomDelta<'call'>): CallDetail {
  switch (delta.event) {
    case 'call.changed':
      return { ...detail, ...delta.payload }
    case 'call.unit':
      return { ...detail, units: withEntry(detail.units, delta.payload, ({ callUnitId }) => callUnitId) }
    case 'call.logged':
      return { ...detail, log: withEntry(detail.log, delta.payload, ({ callLogId }) => callLogId) }
  }
}

function withEntry<T>(list: readonly T[], entry: T, idOf: (each: T) => number): T[] {
  const at = list.findIndex((each) => idOf(each) === idOf(entry))
  return at < 0 ? [...list, entry] : list.with(at, entry)
}

/** The newer of the board's and the call room's version. A call that has left the board is cleared. */
export const freshest = (onBoard: Call | undefined, detail: CallDetail | null): Call | undefined =>
  onBoard && detail && detail.version > onBoard.version ? detail : (onBoard ?? detail ?? undefined)
