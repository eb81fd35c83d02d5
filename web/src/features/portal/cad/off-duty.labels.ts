import type { Patrol } from '@tenfour/contract'
import { timeSince } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'

type Ended = Pick<Patrol, 'startedAt' | 'endedAt' | 'endReason' | 'calls'>

/** 'You went off duty at 02:59: 26 min, 6 calls'; empty until the patrol is known to have ended. */
export function offDutyWords(patrol: Ended | undefined, now: Date | number = Date.now()): string {
  if (!patrol || patrol.endedAt === null) return ''
  const { startedAt, endedAt, endReason, calls } = patrol
  const minutes = (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000
  const summary = [duration(minutes), `${calls} ${calls === 1 ? 'call' : 'calls'}`].join(', ')
  const at = timeSince(endedAt, now)
  return endReason === 'silence'
    ? `You were put off duty at ${at}, because nothing was heard from your unit: ${summary}`
    : `You went off duty at ${at}: ${summary}`
}
