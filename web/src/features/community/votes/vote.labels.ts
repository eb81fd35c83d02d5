import type { Vote } from '@tenfour/contract'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export const VOTE_STATES: Readonly<Record<Vote['state'], { words: string; tone: StatusTone }>> = {
  open: { words: 'Open', tone: 'available' },
  ended: { words: 'Ended', tone: 'off' },
  cancelled: { words: 'Called off', tone: 'warning' },
}

export const percentOf = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 100))
export const voteCountWords = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`

/** 'Ends in 2 h', 'Ended 1 May 2026, 14:05 by R. Delgado'. */
export function endWords({ state, endsAt, ended }: Pick<Vote, 'state' | 'endsAt' | 'ended'>, now: Date): string {
  if (!ended) return Date.parse(endsAt) <= now.getTime() ? 'Ends now' : `Ends ${relativeTime(endsAt, now)}`
  return `${state === 'cancelled' ? 'Called off' : 'Ended'} ${dateTime(ended.at)}${ended.by ? ` by ${ended.by.name}` : ''}`
}

/** The places of those with the most votes; none where nobody voted. */
export function leaders(options: Vote['options']): readonly number[] {
  const most = Math.max(0, ...options.map(({ count }) => count))
  return most === 0 ? [] : options.flatMap(({ count }, place) => (count === most ? [place] : []))
}
