import { addDays, mondayOf } from '@tenfour/contract'
import { LOCALE } from '../../../platform/format/dates.ts'

export const PERIOD_KINDS = ['week', 'month', 'custom'] as const
export type PeriodKind = (typeof PERIOD_KINDS)[number]

/** Days as YYYY-MM-DD, first and last included. */
export type Period = { readonly kind: PeriodKind; readonly from: string; readonly to: string }

const DAY_MS = 86_400_000
/** The longest period that the portal adds up. */
export const MAX_DAYS = 366

/** Days are counted in UTC, where each has 24 hours. */
const utc = (day: string): number => Date.parse(`${day}T00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
export const dayCount = ({ from, to }: Pick<Period, 'from' | 'to'>): number => Math.round((utc(to) - utc(from)) / DAY_MS) + 1

/** Weeks begin on Monday. */
const weekOf = (day: string): Period => {
  const from = mondayOf(day)
  return { kind: 'week', from, to: addDays(from, 6) }
}
const monthOf = (day: string, months = 0): Period => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return {
    kind: 'month',
    from: dayOf(Date.UTC(year, month - 1 + months)),
    to: dayOf(Date.UTC(year, month + months, 0)),
  }
}

/** A year is reported as it is typed, as 0002, 0020 and 0202 first; a day that is half deleted as nothing. */
export const isWholeDay = (day: string): boolean => /^2\d{3}-\d{2}-\d{2}$/u.test(day)

type Wanted = { readonly kind: PeriodKind; readonly from?: string | undefined; readonly to?: string | undefined }

/** The week or month that `from` is in, the current one without it. A custom period that ends before it starts is one day. */
export function periodOf({ kind, from, to }: Wanted, today: string): Period {
  if (kind === 'week') return weekOf(from ?? today)
  if (kind === 'month') return monthOf(from ?? today)
  const last = to ?? today
  const first = from ?? addDays(last, -13)
  const end = last < first ? first : last
  return { kind, from: first, to: dayCount({ from: first, to: end }) > MAX_DAYS ? addDays(first, MAX_DAYS - 1) : end }
}

/** The period before (-1) or after (1). */
export function shiftPeriod(period: Period, by: 1 | -1): Period {
  if (period.kind === 'week') return weekOf(addDays(period.from, 7 * by))
  if (period.kind === 'month') return monthOf(period.from, by)
  const days = dayCount(period) * by
  return { kind: 'custom', from: addDays(period.from, days), to: addDays(period.to, days) }
}

const isMonth = ({ from, to }: Period): boolean => {
  const month = monthOf(from)
  return month.from === from && month.to === to
}

/** The period that totals are compared with: the month before a whole month, otherwise as many days right before. */
export function periodBefore(period: Period): Period {
  if (isMonth(period)) return { ...monthOf(period.from, -1), kind: period.kind }
  const days = dayCount(period)
  return { kind: period.kind, from: addDays(period.from, -days), to: addDays(period.from, -1) }
}

export const beforeWords = (period: Period): string => {
  if (period.kind === 'week') return 'week before'
  if (isMonth(period)) return 'month before'
  const days = dayCount(period)
  return days === 1 ? 'day before' : `${days} days before`
}

/** As `beforeWords`; of a period that is under way, as much of the one before as has passed of it: 'same days of October'. */
export function sameSpanWords(period: Period, today: string): string {
  if (period.to < today) return beforeWords(period)
  if (isMonth(period)) return `same days of ${monthName.format(utc(periodBefore(period).from))}`
  return `same ${period.kind === 'week' ? 'days' : 'part'} of the ${beforeWords(period)}`
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
const monthName = format({ month: 'long' })
const monthFormat = format({ month: 'long', year: 'numeric' })
const dayFormat = format({ day: 'numeric', month: 'long' })
const fullFormat = format({ day: 'numeric', month: 'long', year: 'numeric' })

/** '9 – 15 November', 'November 2026', '29 December 2025 – 4 January 2026'; the year where it is not this one. */
export function periodWords({ kind, from, to }: Period, today: string): string {
  if (kind === 'month') return monthFormat.format(utc(from))
  const isThisYear = from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4)
  const form = isThisYear ? dayFormat : fullFormat
  return from === to ? form.format(utc(from)) : form.formatRange(utc(from), utc(to))
}
