import type { RoomSnapshot, Call, PatrolUnit, Tone } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { createObservable, type Readable } from '../../../platform/store/observable.ts'

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

type BoardPhase =
  | 'loading'
  /** In sync with the server. */
  | 'live'
  /** Disconnected, or not yet back in the room: the data may be stale. */
  | 'lost'
  /** The user may no longer see this board. */
  | 'closed'

export type BoardState = {
  readonly serverId: number
  readonly phase: BoardPhase
  /** Units on duty, by user. */
  readonly units: ReadonlyMap<number, PatrolUnit>
  /** Calls that are not cleared, by id. */
  readonly calls: ReadonlyMap<number, Call>
  /** Recent tones, oldest first. */
  readonly tones: readonly Tone[]
}

const TONES_KEPT = 50

export const emptyBoard = (serverId: number): BoardState => ({ serverId, phase: 'loading', units: new Map(), calls: new Map(), tones: [] })

/** The board from a snapshot. Unchanged entries keep their identity, so that they are not rerendered. */
function withSnapshot(state: BoardState, { units, calls, tones }: RoomSnapshot<'board'>): BoardState {
  return {
    ...state,
    phase: 'live',
    units: reuseUnchanged(state.units, units, ({ userId }) => userId),
    calls: reuseUnchanged(state.calls, calls, ({ callId }) => callId),
    tones: isSame(state.tones, tones) ? state.tones : tones,
  }
}

/** The board after one event; the same object if nothing changed. */
function withDelta(state: BoardState, delta: RoomDelta<'board'>): BoardState {
  switch (delta.event) {
    case 'unit.saved':
      return withReplaced(state, 'units', withEntry(state.units, delta.payload.userId, delta.payload))
    case 'unit.changed':
      return withReplaced(state, 'units', withChange(state.units, delta.payload.userId, delta.payload))
    case 'unit.left':
      return withReplaced(state, 'units', withoutEntry(state.units, delta.payload.userId))
    case 'call.saved':
      return withReplaced(state, 'calls', withEntry(state.calls, delta.payload.callId, delta.payload))
    case 'call.changed':
      return withReplaced(state, 'calls', withChange(state.calls, delta.payload.callId, delta.payload))
    case 'call.cleared':
      return withReplaced(state, 'calls', withoutEntry(state.calls, delta.payload.callId))
    case 'tone.sounded':
      return { ...state, tones: [...state.tones, delta.payload].slice(-TONES_KEPT) }
  }
}

/** The row an event touches, for the highlight that shows it. */
function touchedBy(delta: RoomDelta<'board'>): BoardRow | undefined {
  if (delta.event === 'tone.sounded') return undefined
  return 'userId' in delta.payload ? { kind: 'unit', id: delta.payload.userId } : { kind: 'call', id: delta.payload.callId }
}

export type BoardRow = { readonly kind: 'call' | 'unit'; readonly id: number }

const withReplaced = <K extends 'units' | 'calls'>(state: BoardState, key: K, value: BoardState[K]): BoardState =>
  state[key] === value ? state : { ...state, [key]: value }

function withEntry<T extends object>(before: ReadonlyMap<number, T>, id: number, value: T): ReadonlyMap<number, T> {
  const known = before.get(id)
  return known && isSame(known, value) ? before : new Map(before).set(id, value)
}

function withChange<T extends object>(before: ReadonlyMap<number, T>, id: number, change: Partial<T>): ReadonlyMap<number, T> {
  const known = before.get(id)
  return known ? withEntry(before, id, { ...known, ...change }) : before
}

function withoutEntry<T>(before: ReadonlyMap<number, T>, id: number): ReadonlyMap<number, T> {
  if (!before.has(id)) return before
  const after = new Map(before)
  after.delete(id)
  return after
}

function reuseUnchanged<T extends object>(
  before: ReadonlyMap<number, T>,
  fresh: readonly T[],
  idOf: (value: T) => number,
): ReadonlyMap<number, T> {
  const after = new Map<number, T>()
  let isChanged = before.size !== fresh.length
  for (const value of fresh) {
    const known = before.get(idOf(value))
    const kept = known && isSame(known, value) ? known : value
    isChanged ||= kept !== known
    after.set(idOf(value), kept)
  }
  return isChanged ? after : before
}

/** Both are parsed JSON of the same shape. */
const isSame = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const entries = Object.entries(left)
  return entries.length === Object.keys(right).length && entries.every(([key, value]) => isSame(value, Reflect.get(right, key)))
}
