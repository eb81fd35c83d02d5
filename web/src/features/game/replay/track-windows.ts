import type { Track } from '@tenfour/contract'
import { collectTracks, type Tracks } from './tracks.ts'

/** Short enough that the first one is there at once; the contract allows three times as much. */
export const WINDOW_MS = 5 * 60_000
/** Before the head for the trails, after it so that playing never waits. */
const BEHIND = 1
const AHEAD = 2
const AHEAD_FAST = 4
const FAST = 30
const MAX_IN_FLIGHT = 2

export type WindowPlan = { readonly from: number; readonly to: number; readonly windowMs: number }

export const windowCount = ({ from, to, windowMs }: WindowPlan): number => Math.max(1, Math.ceil((to - from) / windowMs))
export const windowOf = (plan: WindowPlan, at: number): number =>
  Math.max(0, Math.min(windowCount(plan) - 1, Math.floor((at - plan.from) / plan.windowMs)))
export const windowTimes = ({ from, to, windowMs }: WindowPlan, index: number) => ({
  from: from + index * windowMs,
  to: Math.min(to, from + (index + 1) * windowMs),
})

/** The windows to hold for this position of the head, most urgent first. All others are dropped. */
export function wantedWindows(plan: WindowPlan, at: number, speed: number): readonly number[] {
  const head = windowOf(plan, at)
  const ahead = speed >= FAST ? AHEAD_FAST : AHEAD
  const wanted = [head, head + 1, ...range(1, BEHIND).map((each) => head - each), ...range(2, ahead).map((each) => head + each)]
  return wanted.filter((index) => index >= 0 && index < windowCount(plan))
}
const range = (first: number, last: number) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

export type WindowState = 'loading' | 'ready' | 'failed'
type Held = { readonly state: WindowState; readonly tracks: readonly Track[]; readonly abort: AbortController }

type TrackWindowsOptions = WindowPlan & {
  readonly load: (times: { from: number; to: number }, signal: AbortSignal) => Promise<readonly Track[]>
  readonly onChange: () => void
}

/** Fetches tracks around the play head and forgets those far from it. */
export function createTrackWindows({ load, onChange, ...plan }: TrackWindowsOptions) {
  const held = new Map<number, Held>()
  let wanted: readonly number[] = []
  let tracks: Tracks = new Map()

  const isLoading = ({ state }: Held) => state === 'loading'
  const collect = () => {
    tracks = collectTracks([...held.values()].map((each) => each.tracks))
  }
  const fetchWindow = async (index: number) => {
    const abort = new AbortController()
    held.set(index, { state: 'loading', tracks: [], abort })
    const settle = (state: WindowState, loaded: readonly Track[]) => {
      if (held.get(index)?.abort !== abort) return
      held.set(index, { state, tracks: loaded, abort })
      if (loaded.length > 0) collect()
      fill()
      onChange()
    }
    try {
      settle('ready', await load(windowTimes(plan, index), abort.signal))
    } catch {
      // The player says so, and offers to try again.
      settle('failed', [])
    }
  }
  const fill = () => {
    for (const index of wanted) {
      if ([...held.values()].filter(isLoading).length >= MAX_IN_FLIGHT) return
      if (!held.has(index)) void fetchWindow(index)
    }
  }
  const drop = (index: number) => {
    const was = held.get(index)
    if (was?.state === 'loading') was.abort.abort()
    held.delete(index)
    return (was?.tracks.length ?? 0) > 0
  }
  return {
    tracks: () => tracks,
    /** Makes sure that the tracks around this moment are here or on their way. */
    want: (at: number, speed: number) => {
      const next = wantedWindows(plan, at, speed)
      if (next.length === wanted.length && next.every((index, place) => index === wanted[place])) return
      wanted = next
      const dropped = [...held.keys()].filter((index) => !next.includes(index)).map(drop)
      // The head's own window does not queue behind those that were ahead of where it came from.
      const [head] = next
      const others = [...held].filter(([index, each]) => index !== head && isLoading(each))
      if (head !== undefined && !held.has(head) && others.length >= MAX_IN_FLIGHT) for (const [index] of others) drop(index)
      if (dropped.includes(true)) collect()
      fill()
    },
    stateAt: (at: number): WindowState => held.get(windowOf(plan, at))?.state ?? 'loading',
    retry: () => {
      for (const [index, { state }] of held) if (state === 'failed') held.delete(index)
      fill()
      onChange()
    },
    /** Forgets everything; `want` starts anew. */
    clear: () => {
      for (const index of held.keys()) drop(index)
      wanted = []
      tracks = new Map()
    },
  }
}
