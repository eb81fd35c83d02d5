import type { DisplayCall, DisplayChange, DisplayPlaces, DisplayState, DisplayUnit } from '@tenfour/contract'
import type { Shown } from './display.repo.ts'

const COALESCE_MS = 500

type Options = {
  readonly read: () => Promise<Shown | undefined>
  readonly onChange: (change: DisplayChange) => void
  readonly onError: (error: unknown) => void
}
export type DisplayFeed = ReturnType<typeof createDisplayFeed>

/**
 * State sent to the displays of one server. On each change the board is read again and only the difference is sent, so displays can't drift
 * from it, regardless of the order of events.
 */
export function createDisplayFeed({ read, onChange, onError }: Options) {
  const slots = new Map<number, number>()
  let units = new Map<number, DisplayUnit>()
  let calls = new Map<number, DisplayCall>()
  let callPlaces: DisplayPlaces['calls'] = []
  let server = ''
  let seq = 0
  let boardSeq = -1
  let nextSlot = 0
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()
  let isClosed = false

  const slotOf = (userId: number): number => {
    const slot = slots.get(userId) ?? nextSlot++
    slots.set(userId, slot)
    return slot
  }

  const take = (shown: Shown): void => {
    const present = new Set(shown.units.map(({ userId }) => userId))
    for (const userId of slots.keys()) if (!present.has(userId)) slots.delete(userId)
    const nextUnits = new Map(shown.units.map(({ userId, ...unit }) => [slotOf(userId), { slot: slotOf(userId), ...unit }]))
    const nextCalls = new Map(shown.calls.map(({ x: _x, y: _y, ...call }) => [call.callId, call]))
    const change = {
      units: changed(units, nextUnits),
      left: [...units.keys()].filter((slot) => !nextUnits.has(slot)),
      calls: changed(calls, nextCalls),
      cleared: [...calls.keys()].filter((callId) => !nextCalls.has(callId)),
    }
    units = nextUnits
    calls = nextCalls
    callPlaces = shown.calls.flatMap(({ callId, x, y }) => (x === null || y === null ? [] : [[callId, Math.round(x), Math.round(y)]]))
    server = shown.server
    boardSeq = shown.boardSeq
    if (Object.values(change).every((each) => each.length === 0)) return
    seq += 1
    onChange({ seq, ...change })
  }

  /** Sequential: a read in progress may have started too early to see the change. */
  const refresh = (): Promise<void> => {
    const readNow = async () => {
      const shown = await read()
      if (shown && !isClosed) take(shown)
    }
    reading = reading.then(readNow, readNow)
    return reading
  }

  return {
    refresh,
    /** The board has changed. Changes within a short time are sent together. */
    touch: (): void => {
      if (isClosed) return
      timer ??= setTimeout(() => {
        timer = undefined
        refresh().catch(onError)
      }, COALESCE_MS)
    },
    state: (): DisplayState => ({ seq, now: new Date().toISOString(), server, units: [...units.values()], calls: [...calls.values()] }),
    seq: () => seq,
    boardSeq: () => boardSeq,
    slotOf: (userId: number): number | undefined => slots.get(userId),
    callPlaces: () => callPlaces,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const changed = <T>(was: ReadonlyMap<number, T>, is: ReadonlyMap<number, T>): T[] =>
  [...is].flatMap(([id, each]) => (JSON.stringify(was.get(id)) === JSON.stringify(each) ? [] : [each]))
