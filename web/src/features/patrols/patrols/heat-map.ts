import type { Patrol } from '@tenfour/contract'
import { dateOnly } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'

const WEEKS = 12
const MINUTE = 60_000
/** The minimum minutes of each activity level. */
const LEVELS = [1, 60, 180] as const

export type HeatDay = {
  /** Local midnight. */
  readonly date: Date
  readonly minutes: number
  /** 0 for none, up to 3. */
  readonly level: number
  /** In the future: the rest of the current week. */
  readonly isAhead: boolean
}

type Span = Pick<Patrol, 'startedAt' | 'endedAt'>

/** The last `weeks` weeks by day, Monday first, ending with the current week; a patrol over midnight counts towards both days. */
export function heatMap(patrols: readonly Span[], now: Date, weeks = WEEKS): HeatDay[] {
  const today = startOfDay(now)
  const monday = addDays(today, -((today.getDay() + 6) % 7))
  const first = addDays(monday, -7 * (weeks - 1))
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const date = addDays(first, index)
    const minutes = minutesBetween(patrols, date, addDays(date, 1), now)
    return { date, minutes, level: LEVELS.filter((from) => minutes >= from).length, isAhead: date > today }
  })
}

/** 'Thu 14 May 2026: 1 h 30 min'. */
export const dayWords = ({ date, minutes }: HeatDay): string =>
  `${weekdayFormat.format(date)} ${dateOnly(date)}: ${minutes === 0 ? 'no patrol' : duration(minutes)}`

/** For each week the name of the month that begins in it; the first column always has one. A month of which only that week is left is not named. */
export function monthLabels(days: readonly HeatDay[]): (string | null)[] {
  const mondays = days.filter((_, index) => index % 7 === 0).map(({ date }) => date)
  const starts = mondays.map((date, week) => week === 0 || date.getMonth() !== mondays[week - 1]?.getMonth())
  return mondays.map((date, week) => (starts[week] && !(week === 0 && starts[1]) ? monthFormat.format(date) : null))
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short' })

export const minutesThisMonth = (patrols: readonly Span[], now: Date): number =>
  minutesBetween(patrols, new Date(now.getFullYear(), now.getMonth(), 1), now, now)

/** Whole minutes on patrol between two instants; an open patrol counts until now. */
export function minutesBetween(patrols: readonly Span[], from: Date, to: Date, now: Date): number {
  const total = patrols.reduce((sum, { startedAt, endedAt }) => {
    const start = Math.max(new Date(startedAt).getTime(), from.getTime())
    const end = Math.min(endedAt === null ? now.getTime() : new Date(endedAt).getTime(), to.getTime())
    return sum + Math.max(0, end - start)
  }, 0)
  return Math.floor(total / MINUTE)
}

/** The current patrol, if any. */
export const openPatrol = <P extends Span>(patrols: readonly P[]): P | undefined => patrols.find(({ endedAt }) => endedAt === null)

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate())
/** By calendar, so that a day of 23 or 25 hours is one day. */
const addDays = (date: Date, days: number): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
