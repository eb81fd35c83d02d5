export const SPEEDS = [1, 2, 8, 30, 60] as const
export type Speed = (typeof SPEEDS)[number]
export const FIRST_SPEED: Speed = 8

/** Where the play head is. All times are in milliseconds since 1970, apart from `asOf`, which is the clock of the frames. */
export type Playback = {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly speed: Speed
  readonly isPlaying: boolean
  /** The time of the frame in which the head was at `at`. */
  readonly asOf: number
}

/** A longer time between two frames is not played: nobody saw it, because the tab was hidden or the computer asleep. */
export const MAX_FRAME_MS = 250

const within = ({ from, to }: Pick<Playback, 'from' | 'to'>, at: number) => Math.max(from, Math.min(to, at))

export function startPlayback(range: { from: number; to: number; at?: number; speed?: Speed; isPlaying: boolean }, now: number): Playback {
  const { from, to, at = from, speed = FIRST_SPEED, isPlaying } = range
  return { from, to, at: within({ from, to }, at), speed, isPlaying, asOf: now }
}

/** Moves the head on to this frame. While it waits for tracks, it stays where it is. */
export function tick(playback: Playback, now: number, isWaiting = false): Playback {
  const passed = Math.min(MAX_FRAME_MS, Math.max(0, now - playback.asOf))
  if (!playback.isPlaying || isWaiting) return { ...playback, asOf: now }
  const at = within(playback, playback.at + passed * playback.speed)
  return { ...playback, at, isPlaying: at < playback.to, asOf: now }
}

/** Playing at the end starts again. */
export const play = (playback: Playback, now: number): Playback => ({
  ...playback,
  at: playback.at >= playback.to ? playback.from : playback.at,
  isPlaying: playback.from < playback.to,
  asOf: now,
})
export const pause = (playback: Playback): Playback => ({ ...playback, isPlaying: false })
export const seek = (playback: Playback, at: number): Playback => ({ ...playback, at: within(playback, at) })
export const seekShare = (playback: Playback, share: number): Playback =>
  seek(playback, playback.from + (playback.to - playback.from) * share)
export const setSpeed = (playback: Playback, speed: Speed): Playback => ({ ...playback, speed })

/** The next speed up or down; the last one stays. */
export function changeSpeed(playback: Playback, steps: 1 | -1): Playback {
  const index = SPEEDS.indexOf(playback.speed) + steps
  return setSpeed(playback, SPEEDS[index] ?? playback.speed)
}

/** At a call's start, a moment later counts as being there: 'previous' then goes to the one before. */
const HERE_MS = 2000

/** Where the next call begins, or the one before; undefined if there is none. */
export function callFrom(starts: readonly number[], at: number, direction: 1 | -1, speed: Speed): number | undefined {
  if (direction === 1) return starts.find((start) => start > at)
  return starts.findLast((start) => start < at - HERE_MS * speed) ?? starts.find((start) => start < at)
}
