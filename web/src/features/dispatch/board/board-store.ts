import type { RoomSnapshot } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { createObservable, type Readable } from '../../../platform/store/observable.ts'
import { emptyBoard, touchedBy, withDelta, withSnapshot, type BoardRow, type BoardState } from './board-state.ts'

export type BoardReader = Readable<BoardState>
export type BoardStore = ReturnType<typeof createBoardStore>

/** One server's board, and when an event last touched each of its rows. */
export function createBoardStore(initial: BoardState | number, now: () => number = Date.now) {
  const touched = new Map<string, number>()
  const { get, set, subscribe } = createObservable(typeof initial === 'number' ? emptyBoard(initial) : initial)

  const mark = ({ kind, id }: BoardRow, { units, calls }: BoardState) => {
    const isThere = kind === 'unit' ? units.has(id) : calls.has(id)
    if (isThere) touched.set(`${kind}:${id}`, now())
    else touched.delete(`${kind}:${id}`)
  }
  return {
    get,
    subscribe,
    /** When a live event last changed this row; null if unchanged since the board was opened. */
    changedAt: ({ kind, id }: BoardRow): number | null => touched.get(`${kind}:${id}`) ?? null,
    snapshot: (snapshot: RoomSnapshot<'board'>) => set(withSnapshot(get(), snapshot)),
    delta: (delta: RoomDelta<'board'>) => {
      const next = withDelta(get(), delta)
      if (next === get()) return
      const row = touchedBy(delta)
      if (row) mark(row, next)
      set(next)
    },
    lost: () => get().phase === 'closed' || set({ ...get(), phase: 'lost' }),
    closed: () => set({ ...emptyBoard(get().serverId), phase: 'closed' }),
    /** For civilians, who cannot read a board but act on it: they call 911. */
    connected: () => set({ ...get(), phase: 'live' }),
  }
}
