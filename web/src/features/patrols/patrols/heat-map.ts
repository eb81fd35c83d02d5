import type { PatrolSummary } from '@tenfour/contract'
import { communityToday } from '../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { dayOf } from '../../../platform/format/local-times.ts'

const WEEKS = 12
/** The minimum minutes of each activity level. */
const LEVELS = [1, 60, 180] as const

export type HeatDay = {
  /** Midnight of the viewer's own calendar, for its words. */
  readonly date: Date
  /** The same as YYYY-MM-DD. */
  readonly day: string
  readonly minutes: number
  /** 0 for none, up to 3. */
  readonly level: number
  /** In the future: the rest of the current week. */
  readonly isAhead: boolean
}

/** The last `weeks` weeks by day, Monday first, ending with the current week. Days are those of the community. */
export function heatMap(days: PatrolSummary['days'], now: Date, weeks = WEEKS): HeatDay[] {
  const seconds = new Map(days.map(({ day, countedSeconds }) => [day, countedSeconds]))
  const today = new Date(`${communityToday(now)}T00:00`)
  const monday = addDays(today, -((today.getDay() + 6) % 7))
  const first = addDays(monday, -7 * (weeks - 1))
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const date = addDays(first, index)
    const day = dayOf(date)
    const minutes = Math.floor((seconds.get(day) ?? 0) / 60)
    return { date, day, minutes, level: LEVELS.filter((from) => minutes >= from).length, isAhead: date > today }
  })
}

/** 'Thu 14 May 2026: 1 h 30 min'. */
export const dayWords = ({ date, minutes }: HeatDay): string =>
  `${weekdayFormat.format(date)} ${dateOnly(date)}: ${minutes === 0 ? 'no patrol' : duration(minutes)}`

/** '14 h on 9 days since 23 Feb 2026'. */
export function heatSummary(days: readonly HeatDay[]): string {
  const onPatrol = days.filter(({ minutes }) => minutes > 0)
  const total = onPatrol.reduce((sum, { minutes }) => sum + minutes, 0)
  return `${duration(total)} on ${onPatrol.length} ${onPatrol.length === 1 ? 'day' : 'days'} since ${dateOnly(days[0]?.date)}`
}

/** For each week the name of the month that begins in it; the first column always has one. A month of which only that week is left is not named. */
export function monthLabels(days: readonly HeatDay[]): (string | null)[] {
  const mondays = days.filter((_, index) => index % 7 === 0).map(({ date }) => date)
  const starts = mondays.map((date, week) => week === 0 || date.getMonth() !== mondays[week - 1]?.getMonth())
  return mondays.map((date, week) => (starts[week] && !(week === 0 && starts[1]) ? monthFormat.format(date) : null))
}

export type HeatMonth = { readonly key: string; readonly name: string; readonly minutes: number; readonly days: number }

/** The days by month, newest first, for the calendar's table. */
export function heatMonths(days: readonly HeatDay[]): HeatMonth[] {
  const months = new Map<string, HeatMonth>()
  for (const { date, day, minutes, isAhead } of days) {
    if (isAhead) continue
    const key = day.slice(0, 7)
    const known = months.get(key) ?? { key, name: monthYearFormat.format(date), minutes: 0, days: 0 }
    months.set(key, { ...known, minutes: known.minutes + minutes, days: known.days + Number(minutes > 0) })
  }
  return [...months.values()].toReversed()
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short' })
const monthYearFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' })

/** By calendar, so that a day of 23 or 25 hours is one day. */
const addDays = (date: Date, days: number): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
