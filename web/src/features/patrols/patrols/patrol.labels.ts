import {
  UnitStatus,
  type CorrectionState,
  type Patrol,
  type PatrolDetail,
  type PatrolFilter,
  type PatrolKind,
  type PresenceState,
} from '@tenfour/contract'
import { clockTime, longDay } from '../../../platform/format/local-times.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { statusTone, statusWord } from '../../../ui/unit-status.ts'

/** Civilians have no status; older patrols were recorded without one. */
export function patrolStatusWord(status: number | null, kind: PatrolKind = 'duty'): string {
  const known = UnitStatus.safeParse(status)
  if (known.success) return statusWord(known.data)
  return kind === 'civilian' ? 'Civilian' : 'Not recorded'
}

export function patrolStatusTone(status: number | null): StatusTone {
  const known = UnitStatus.safeParse(status)
  return known.success ? statusTone(known.data) : 'neutral'
}

const PRESENCE: Readonly<Record<PresenceState, { readonly tone: StatusTone; readonly words: string }>> = {
  moving: { tone: 'success', words: 'Seen moving' },
  idle: { tone: 'neutral', words: 'Idle' },
  away: { tone: 'warning', words: 'Not in the game' },
}
export const presenceWords = (presence: PresenceState) => PRESENCE[presence]

const CORRECTIONS: Readonly<Record<CorrectionState, { readonly tone: StatusTone; readonly words: string }>> = {
  asked: { tone: 'info', words: 'Waiting' },
  accepted: { tone: 'success', words: 'Accepted' },
  declined: { tone: 'danger', words: 'Declined' },
  withdrawn: { tone: 'off', words: 'Withdrawn' },
}
export const correctionWords = (state: CorrectionState) => CORRECTIONS[state]

const FILTERS: Readonly<Record<PatrolFilter, string>> = {
  flagged: 'With an absence',
  silence: 'Ended after silence',
  corrected: 'With a correction',
  cut: 'Cut',
}
export const filterWord = (filter: PatrolFilter) => FILTERS[filter]

export type PatrolMark = { readonly key: 'flagged' | 'silence' | 'correction' | 'cut'; readonly tone: StatusTone; readonly words: string }

/** The special marks of a patrol, worded as in the filters. */
export function patrolMarks({ isFlagged, endReason, correction, isCut }: Pick<Patrol, 'isFlagged' | 'endReason' | 'correction' | 'isCut'>) {
  const marks: (PatrolMark | false)[] = [
    isFlagged && { key: 'flagged', tone: 'warning', words: 'Absence' },
    endReason === 'silence' && { key: 'silence', tone: 'neutral', words: 'Ended after silence' },
    correction === 'asked' && { key: 'correction', tone: 'info', words: 'Correction asked' },
    correction === 'accepted' && { key: 'correction', tone: 'success', words: 'Corrected' },
    correction === 'declined' && { key: 'correction', tone: 'neutral', words: 'Correction declined' },
    isCut && { key: 'cut', tone: 'neutral', words: 'Cut' },
  ]
  return marks.filter((mark) => mark !== false)
}

/** 'K. Adeyemi, 2S31'; a civilian has no call sign. */
export const patrolTitle = ({ name, identifier }: Pick<PatrolDetail, 'name' | 'identifier'>): string =>
  [name, identifier].filter(Boolean).join(', ')

/** 'Saturday 14 November 2026, 20:02–22:51', and the day of the end where it is another. */
export function patrolWhen({ startedAt, endedAt }: Pick<Patrol, 'startedAt' | 'endedAt'>): string {
  const start = `${longDay(startedAt)}, ${clockTime(startedAt)}`
  if (endedAt === null) return `${start}, under way`
  const isSameDay = longDay(startedAt) === longDay(endedAt)
  return isSameDay ? `${start}–${clockTime(endedAt)}` : `${start} – ${longDay(endedAt)}, ${clockTime(endedAt)}`
}
