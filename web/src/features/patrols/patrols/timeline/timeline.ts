import type { Correction, PatrolDetail, PatrolGap } from '@tenfour/contract'
import { clockTime } from '../../../../platform/format/local-times.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { duration } from '../../../../platform/format/durations.ts'
import type { StatusTone } from '../../../../ui/StatusBadge.tsx'
import { patrolStatusTone, patrolStatusWord } from '../patrol.labels.ts'

/** A piece of a bar: where it starts and how long it is, as shares of the whole. */
export type Piece<Kind extends string> = {
  readonly kind: Kind
  readonly words: string
  readonly from: number
  readonly to: number
  readonly left: number
  readonly width: number
}
export type StatusPiece = Piece<StatusTone>
export type GamePiece = Piece<'moving' | 'idle' | 'gap'>

export type Timeline = {
  readonly from: number
  /** Now, while it is under way. */
  readonly to: number
  readonly statuses: readonly StatusPiece[]
  readonly game: readonly GamePiece[]
  /** How long in each status, the longest first. */
  readonly totals: readonly { readonly words: string; readonly tone: StatusTone; readonly seconds: number }[]
}

type Told = Pick<PatrolDetail, 'startedAt' | 'endedAt' | 'kind' | 'stretches' | 'presence' | 'gaps'>

export function timelineOf(patrol: Told, now: number): Timeline {
  const from = Date.parse(patrol.startedAt)
  const to = Math.max(from, patrol.endedAt === null ? now : Date.parse(patrol.endedAt))
  const piece = <Kind extends string>(kind: Kind, words: string, start: number, end: number): Piece<Kind>[] => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)]
    if (last <= first) return []
    return [{ kind, words, from: first, to: last, left: (first - from) / (to - from), width: (last - first) / (to - from) }]
  }
  const statuses = patrol.stretches.flatMap(({ startedAt, endedAt, status }) =>
    piece(
      patrolStatusTone(status),
      patrolStatusWord(status, patrol.kind),
      Date.parse(startedAt),
      endedAt === null ? to : Date.parse(endedAt),
    ),
  )
  const seen = patrol.presence.flatMap(({ startedAt, endedAt, state }) =>
    piece(state, PRESENCE_WORDS[state], Date.parse(startedAt), Date.parse(endedAt)),
  )
  const gaps = patrol.gaps.flatMap(({ startedAt, endedAt }) => piece('gap', 'Not in the game', Date.parse(startedAt), Date.parse(endedAt)))
  return {
    from,
    to,
    statuses: joined(statuses),
    game: joined([...seen, ...gaps].toSorted((a, b) => a.from - b.from)),
    totals: totalsOf(statuses),
  }
}

const PRESENCE_WORDS = { moving: 'Seen moving', idle: 'Idle' } as const

/** A change of beat or call sign is no change of status, so those are one piece. */
function joined<Kind extends string>(pieces: readonly Piece<Kind>[]): Piece<Kind>[] {
  const out: Piece<Kind>[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last && last.words === piece.words && last.to === piece.from) {
      out[out.length - 1] = { ...last, to: piece.to, width: last.width + piece.width }
    } else out.push(piece)
  }
  return out
}

function totalsOf(pieces: readonly StatusPiece[]): Timeline['totals'] {
  const byWords = new Map<string, { words: string; tone: StatusTone; seconds: number }>()
  for (const { words, kind, from, to } of pieces) {
    const known = byWords.get(words) ?? { words, tone: kind, seconds: 0 }
    byWords.set(words, { ...known, seconds: known.seconds + (to - from) / 1000 })
  }
  return [...byWords.values()].toSorted((a, b) => b.seconds - a.seconds)
}

/** 'In service, 20:02–20:38, 36 min'. */
export const pieceWords = ({ words, from, to }: Piece<string>): string => `${words}, ${spanWords(from, to)}, ${lengthWords(from, to)}`

export const spanWords = (from: number | string, to: number | string): string => `${clockTime(from)}–${clockTime(to)}`

/** Less than a minute is said so: '0 min' would look like a mistake. */
export function lengthWords(from: number | string, to: number | string): string {
  const seconds = (new Date(to).getTime() - new Date(from).getTime()) / 1000
  return seconds < 60 ? 'under 1 min' : duration(seconds / 60)
}

/** How a gap is counted, and why. The rule may have changed since; then it is not given as the reason. */
export function gapWords({ isCounted, decided, startedAt, endedAt }: PatrolGap, absences: PatrolDetail['absences']): string {
  if (decided) {
    const note = decided.note === '' ? '' : `: ${decided.note}`
    return `${isCounted ? 'Counted' : 'Left out'} by ${decided.by.name}, ${dateTime(decided.at)}${note}`
  }
  const start = isCounted ? 'Counts.' : 'Does not count.'
  if (!absences) return start
  const isLong = Date.parse(endedAt) - Date.parse(startedAt) > absences.minutes * 60_000
  const today = absences.rule === 'count' || (absences.rule === 'limit' && !isLong)
  return today === isCounted ? `${start} Rule: ${ruleWords(absences)}.` : `${start} The rule has changed since.`
}

function ruleWords({ rule, minutes }: NonNullable<PatrolDetail['absences']>): string {
  if (rule === 'limit') return `counts up to ${duration(minutes)}`
  return rule === 'count' ? 'time outside the game counts' : 'time outside the game does not count'
}

/** The changes a correction asks for, one line each. */
export function correctionChanges(correction: Correction): string[] {
  const { startedAt, endedAt, wasStartedAt, wasEndedAt, countsGaps } = correction
  return [
    startedAt === null ? '' : `Start ${dateTime(startedAt)} instead of ${dateTime(wasStartedAt)}`,
    endedAt === null ? '' : `End ${dateTime(endedAt)} instead of ${dateTime(wasEndedAt)}`,
    countsGaps ? 'Count the time outside the game' : '',
  ].filter(Boolean)
}
