import type { RoomSnapshot } from '@tenfour/contract'
import type { RoomDelta } from '../../platform/realtime/rooms.ts'
import { emptyBoard, touchedBy, withDelta, withSnapshot, type BoardRow, type BoardState } from './board-state.ts'

export type BoardReader = { readonly get: () => BoardState; readonly subscribe: (listener: () => void) => () => void }
export type BoardStore = ReturnType<typeof createBoardStore>

/** One server's board as this page knows it, and when an event last touched each of its rows. */
export function createBoardStore(initial: BoardState | number, now: () => number = Date.now) {
  const listeners = new Set<() => void>()
  const touched = new Map<string, number>()
  let state = typeof initial === 'number' ? emptyBoard(initial) : initial

  const become = (next: BoardState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const mark = ({ kind, id }: BoardRow, { units, calls }: BoardState) => {
    const isThere = kind === 'unit' ? units.has(id) : calls.has(id)
    if (isThere) touched.set(`${kind}:${id}`, now())
    else touched.delete(`${kind}:${id}`)
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** When a live event last changed this row; null for what has been so since the board was opened. */
    changedAt: ({ kind, id }: BoardRow): number | null => touched.get(`${kind}:${id}`) ?? null,
    snapshot: (snapshot: RoomSnapshot<'board'>) => become(withSnapshot(state, snapshot)),
    delta: (delta: RoomDelta<'board'>) => {
      const next = withDelta(state, delta)
      if (next === state) return
      const row = touchedBy(delta)
      if (row) mark(row, next)
      become(next)
    },
    lost: () => state.phase === 'closed' || become({ ...state, phase: 'lost' }),
    closed: () => become({ ...emptyBoard(state.serverId), phase: 'closed' }),
    /** For who has no board to read and yet acts on it: a civilian calls 911. */
    connected: () => become({ ...state, phase: 'live' }),
  }
}
