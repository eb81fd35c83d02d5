import type { Call, CallDetail } from '@tenfour/contract'
import type { RoomDelta } from '../../../../platform/realtime/rooms.ts'

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
