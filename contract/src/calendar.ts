import { z } from 'zod'
import { Day } from './values.ts'

/**
 * The community's days, which leave, licences, quotas and totals follow. `timeZone` applies since `firstDay`: today is never before it, so that
 * a change of time zone opens no day again that was over. Null if the time zone never changed.
 */
export const Calendar = z.object({ timeZone: z.string(), firstDay: Day.nullable() })
export type Calendar = z.infer<typeof Calendar>

export const UTC_CALENDAR: Calendar = { timeZone: 'UTC', firstDay: null }

/** Whether this JavaScript engine knows the time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export const NO_SUCH_ZONE = 'There is no such time zone'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
  // An older browser may not know a recently renamed zone: days are then those of UTC.
  const timeZone = isTimeZone(zone) ? zone : 'UTC'
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', hourCycle: 'h23', ...numeric })
  formats.set(zone, format)
  return format
}

/** The clock on the wall of the zone, as if it were UTC. */
function wallClock(zone: string, at: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const DAY_MS = 86_400_000
const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/** Days and months are added in UTC, where each day has 24 hours. */
export const addDays = (day: string, days: number): string => textOf(Date.parse(day) + days * DAY_MS)

/** The Monday on or before the day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The day it is in the zone, as YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date | number): string => textOf(wallClock(zone, Number(at)))

/** The hour it is in the zone, from 0 to 23. */
export const hourIn = (zone: string, at: Date | number): number => new Date(wallClock(zone, Number(at))).getUTCHours()

/** How many minutes the zone is ahead of UTC. */
export const offsetIn = (zone: string, at: Date | number): number =>
  Math.round((wallClock(zone, Number(at)) - Math.floor(Number(at) / 1000) * 1000) / 60_000)

/**
 * The first moment of the day in the zone. Where summer time skips midnight the day begins after the gap; where midnight comes twice, with
 * the first. As the database's `zone_midnight`.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(day)
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetIn(zone, at) * 60_000)
  const [first = midnight, last = midnight] = offsets.map((offset) => midnight - offset).toSorted((a, b) => a - b)
  return new Date(dayIn(zone, first) === day ? first : last)
}

/** The last moment of the day in the zone that a date and time can name. */
export const endOfDay = (zone: string, day: string): Date => new Date(startOfDay(zone, addDays(day, 1)).getTime() - 1000)

/** The community's day at this moment. */
export function todayOf({ timeZone, firstDay }: Calendar, at: Date | number): string {
  const day = dayIn(timeZone, at)
  return firstDay !== null && day < firstDay ? firstDay : day
}
