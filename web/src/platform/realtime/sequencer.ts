export const GAP_WAIT_MS = 300

type Options = {
  readonly onSnapshot: (snapshot: unknown, seq: number) => void
  readonly onDelta: (event: string, payload: unknown, seq: number) => void
  /** Requests a fresh snapshot; deltas that arrive before it are buffered. */
  readonly rejoin: () => void
}

/**
 * Keeps one room's deltas in order. Each is applied exactly once, directly after its predecessor; an early one waits for the missing ones,
 * and if those do not arrive, the room is joined again.
 */
export function createSequencer({ onSnapshot, onDelta, rejoin }: Options) {
  const waiting = new Map<number, { readonly event: string; readonly payload: unknown }>()
  /** The last sequence number applied; null before the first snapshot. */
  let last: number | null = null
  /** The highest sequence number known to exist. */
  let known = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const disarm = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const giveUpWaiting = () => {
    timer = undefined
    last = null
    rejoin()
  }
  const catchUp = () => {
    if (last === null) return
    for (let next = waiting.get(last + 1); next; next = waiting.get(last + 1)) {
      last += 1
      waiting.delete(last)
      onDelta(next.event, next.payload, last)
    }
    if (last >= known) disarm()
    else timer ??= setTimeout(giveUpWaiting, GAP_WAIT_MS)
  }

  return {
    snapshot: (seq: number, snapshot: unknown) => {
      disarm()
      for (const each of waiting.keys()) if (each <= seq) waiting.delete(each)
      last = seq
      known = Math.max(seq, ...waiting.keys())
      onSnapshot(snapshot, seq)
      catchUp()
    },
    delta: (seq: number, event: string, payload: unknown) => {
      if (last !== null && seq <= last) return
      waiting.set(seq, { event, payload })
      known = Math.max(known, seq)
      catchUp()
    },
    /** The latest sequence number in the database; being behind it means that a delta was missed. */
    heartbeat: (seq: number) => {
      known = Math.max(known, seq)
      catchUp()
    },
    /** The connection was lost: nothing is known until the next snapshot. */
    reset: () => {
      disarm()
      waiting.clear()
      last = null
      known = 0
    },
  }
}
export type Sequencer = ReturnType<typeof createSequencer>
