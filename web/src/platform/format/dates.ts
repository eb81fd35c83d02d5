export type DateLike = Date | string | number | null | undefined

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Dates in the order the viewer's date fields have; in English, as everything else. Times are 24 h, as on the radio. */
export const viewerLocale = (language: string | undefined): string => (language?.startsWith('en-') ? language : 'en-GB')
export const LOCALE = viewerLocale(typeof document === 'undefined' ? undefined : navigator.language)

const dateFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** '1 May 2026, 14:05' in local time; empty for an invalid date. */
export function dateTime(value: DateLike): string {
  const date = parse(value)
  return date ? `${dateFormat.format(date)}, ${timeFormat.format(date)}` : ''
}

export function dateOnly(value: DateLike): string {
  const date = parse(value)
  return date ? dateFormat.format(date) : ''
}

/** '30 Apr', where the year goes without saying. */
export const dayOnly = (date: Date): string => dayFormat.format(date)

/** '30 Apr, 20:14', where the year goes without saying; empty for an invalid date. */
export function dayTime(value: DateLike): string {
  const date = parse(value)
  return date ? `${dayFormat.format(date)}, ${timeFormat.format(date)}` : ''
}

/** '20:14' today, '30 Apr 2026, 20:14' on another day. */
export function timeSince(value: DateLike, now: Date | number = Date.now()): string {
  const date = parse(value)
  if (!date) return ''
  return calendarDay(new Date(now)) === calendarDay(date) ? timeFormat.format(date) : dateTime(date)
}

/** '2 h ago', 'in 5 min', 'yesterday'; past a month, the date. */
export function relativeTime(value: DateLike, now: Date | number = Date.now()): string {
  const date = parse(value)
  if (!date) return ''
  const elapsed = Number(now) - date.getTime()
  if (Math.abs(elapsed) < MINUTE) return 'just now'
  // To the nearest minute: a day that was chosen a second ago is 'tomorrow', not 'in 23 h'.
  const distance = elapsed > 0 ? elapsed : MINUTE / 2 - elapsed
  if (distance < HOUR) return towards(elapsed, `${Math.floor(distance / MINUTE)} min`)
  if (distance < DAY) return towards(elapsed, `${Math.floor(distance / HOUR)} h`)
  const days = Math.abs(calendarDay(new Date(now)) - calendarDay(date))
  if (days === 1) return elapsed > 0 ? 'yesterday' : 'tomorrow'
  return days <= 30 ? towards(elapsed, `${days} d`) : dateFormat.format(date)
}

const towards = (elapsed: number, amount: string): string => (elapsed > 0 ? `${amount} ago` : `in ${amount}`)

/** Days of the local calendar, computed through UTC so that daylight saving makes no day shorter. */
const calendarDay = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/

function parse(value: DateLike): Date | null {
  if (value === null || value === undefined || value === '') return null
  // A day alone is that day wherever the reader is; without a time it would be midnight in Greenwich.
  const date = new Date(typeof value === 'string' && DAY_ALONE.test(value) ? `${value}T00:00` : value)
  return Number.isNaN(date.getTime()) ? null : date
}
