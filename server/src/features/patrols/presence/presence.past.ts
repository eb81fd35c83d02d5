import { PRESENCE_TIMING } from './presence.recorder.ts'

/** From one moment to another, in milliseconds. */
export type PastSpan = { readonly startedAt: number; readonly endedAt: number }

/** Presence is reported and written some seconds late, and scripts still hand in what belongs to a player who has just left. */
const TOLERANCE_MS = PRESENCE_TIMING.lostMs

/**
 * Whether a game server had reported a member as connected at a moment. While it was not connected itself it could report nobody: then those count
 * who were there when its connection was lost, or when it was back.
 */
export function wasConnected(
  at: number,
  { intervals, watches }: { intervals: readonly PastSpan[]; watches: readonly PastSpan[] },
): boolean {
  const isNear = ({ startedAt, endedAt }: PastSpan, moment: number) =>
    startedAt - TOLERANCE_MS <= moment && moment <= endedAt + TOLERANCE_MS
  if (intervals.some((each) => isNear(each, at))) return true
  if (watches.some(({ startedAt, endedAt }) => startedAt <= at && at <= endedAt)) return false
  const lostAt = Math.max(...watches.filter(({ endedAt }) => endedAt < at).map(({ endedAt }) => endedAt))
  const backAt = Math.min(...watches.filter(({ startedAt }) => startedAt > at).map(({ startedAt }) => startedAt))
  return intervals.some((each) => isNear(each, lostAt) || isNear(each, backAt))
}
