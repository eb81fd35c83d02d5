import type { Track } from '@tenfour/contract'
import { createObservable } from '../../../platform/store/observable.ts'
import * as playback from './playback.ts'
import type { Playback, Speed } from './playback.ts'
import type { Timeline } from './timeline.ts'
import { createTrackWindows, WINDOW_MS } from './track-windows.ts'
import { useSyncExternalStore } from 'react'

/** The state of the player for the page, a few times a second. */
type PlayerMoment = {
  readonly at: number
  readonly isPlaying: boolean
  readonly speed: Speed
  /** `none`: of this time none are kept. */
  readonly tracks: 'loading' | 'ready' | 'failed' | 'none'
}

const PUBLISH_MS = 125

type PlayerOptions = {
  readonly timeline: Timeline
  /** The first moment of which tracks are kept; null if there are none. */
  readonly tracksFrom: number | null
  readonly load: (times: { from: number; to: number }, signal: AbortSignal) => Promise<readonly Track[]>
  /** Everything in one piece, such as a single patrol. */
  readonly isWhole: boolean
  readonly start: { readonly at?: number; readonly speed?: Speed; readonly isPlaying: boolean }
}

/** The play head with the tracks around it. `frame` is called by the map as it draws; everything else by the page. */
export function createPlayer({ timeline, tracksFrom, load, isWhole, start }: PlayerOptions) {
  const { from, to } = timeline
  let state: Playback = playback.startPlayback({ from, to, ...start }, performance.now())
  let publishedAt = 0
  const wakers = new Set<() => void>()
  const windows = createTrackWindows({
    from,
    to,
    windowMs: isWhole ? Math.max(1, to - from) : WINDOW_MS,
    load: async (times, signal) => (tracksFrom === null || times.to <= tracksFrom ? [] : load(times, signal)),
    onChange: () => refresh(),
  })
  const tracksAt = (at: number): PlayerMoment['tracks'] => (tracksFrom === null || at < tracksFrom ? 'none' : windows.stateAt(at))
  const momentNow = (): PlayerMoment => {
    const { at, isPlaying, speed } = state
    return { at, isPlaying, speed, tracks: tracksAt(at) }
  }
  const moment = createObservable(momentNow())
  const refresh = () => {
    windows.want(state.at, state.speed)
    publishedAt = performance.now()
    moment.set(momentNow())
    for (const wake of wakers) wake()
  }
  const apply = (change: (state: Playback) => Playback) => {
    state = change(state)
    refresh()
  }
  return {
    timeline,
    moment,
    tracks: windows.tracks,
    at: () => state.at,
    /** Moves the head to this frame; returns whether it is playing. */
    frame: (now: number): boolean => {
      const was = state
      state = playback.tick(state, now, tracksAt(state.at) === 'loading')
      windows.want(state.at, state.speed)
      if (was.isPlaying !== state.isPlaying || (state.at !== was.at && now - publishedAt >= PUBLISH_MS)) {
        publishedAt = now
        moment.set(momentNow())
      }
      return state.isPlaying
    },
    /** Called when something changed that has to be drawn. */
    onWake: (wake: () => void) => {
      wakers.add(wake)
      return () => void wakers.delete(wake)
    },
    open: refresh,
    close: windows.clear,
    retry: windows.retry,
    toggle: () => apply((each) => (each.isPlaying ? playback.pause(each) : playback.play(each, performance.now()))),
    seek: (at: number) => apply((each) => playback.seek(each, at)),
    seekBy: (ms: number) => apply((each) => playback.seek(each, each.at + ms)),
    seekShare: (share: number) => apply((each) => playback.seekShare(each, share)),
    setSpeed: (speed: Speed) => apply((each) => playback.setSpeed(each, speed)),
    changeSpeed: (steps: 1 | -1) => apply((each) => playback.changeSpeed(each, steps)),
    /** Goes to the next call or the one before; returns its number. */
    goToCall: (direction: 1 | -1): number | undefined => {
      const starts = timeline.calls.map((call) => call.start)
      const target = playback.callFrom(starts, state.at, direction, state.isPlaying ? state.speed : 1)
      if (target === undefined) return undefined
      apply((each) => playback.seek(each, target))
      return timeline.calls.find((call) => call.start === target)?.callId
    },
  }
}
export type Player = ReturnType<typeof createPlayer>

/** Derives a value from the play head; the component renders only when that value changes. */
export const useMoment = <T extends string | number | boolean | null>(
  { moment }: Pick<Player, 'moment'>,
  select: (moment: PlayerMoment) => T,
): T => useSyncExternalStore(moment.subscribe, () => select(moment.get()))
