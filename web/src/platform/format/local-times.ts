import { LOCALE } from './dates.ts'

/** Apart from dates.ts, which every page carries. */

const longDayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** '20:14' in local time. */
export const clockTime = (instant: string | number): string => timeFormat.format(new Date(instant))

/** 'Saturday 14 November 2026' in local time. */
export const longDay = (instant: string | number): string => longDayFormat.format(new Date(instant))

const two = (value: number): string => String(value).padStart(2, '0')
/** '2026-11-14' and '20:14' in local time, as fields have them. */
export const dayOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
export const timeOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

/** An instant as the value of a local date-and-time field; empty for null. */
export function toLocalField(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return `${dayOf(date)}T${timeOf(date)}`
}

/** The value of a date-and-time field as an instant; null while empty or incomplete. */
export function fromLocalField(text: string): string | null {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
