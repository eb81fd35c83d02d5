import { dayIn, endOfDay, offsetIn, todayOf, UTC_CALENDAR, type Calendar } from '@tenfour/contract'
import { dateOnly } from '../format/dates.ts'
import { useNow } from '../format/use-now.ts'
import { createObservable, useObservable } from '../store/observable.ts'

const calendar = createObservable<Calendar>(UTC_CALENDAR)

/** Set from the page's configuration at the start, and then live. */
export function setCalendar(next: Calendar = UTC_CALENDAR): void {
  const { timeZone: zone, firstDay } = calendar.get()
  if (next.timeZone !== zone || next.firstDay !== firstDay) calendar.set(next)
}

export const useCalendar = (): Calendar => useObservable(calendar)

/** The community's day, as YYYY-MM-DD. Leave, licences, quotas and totals follow it, wherever the viewer is. */
export const communityToday = (now: Date | number = Date.now()): string => todayOf(calendar.get(), now)

/** Today, kept up to date. */
export const useToday = (): string => todayOf(useCalendar(), useNow())

/** '30 Apr 2026': the community's day of a moment that was chosen as a day, such as the end of a suspension; empty for none. */
export const communityDate = (moment: string | null): string =>
  moment === null ? '' : dateOnly(dayIn(calendar.get().timeZone, Date.parse(moment)))

/** The last moment of a day of the community; null unless it is a whole day. */
export function endOfCommunityDay(day: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return null
  return endOfDay(calendar.get().timeZone, day).toISOString()
}

/** 'Europe/Berlin', if the viewer's clock shows another time; otherwise null. */
export function useOtherZone(): string | null {
  const zone = useCalendar().timeZone
  const now = useNow()
  return offsetIn(zone, now) === offsetIn(timeZone(), now) ? null : zone
}

/** 'in New York time', beside totals and charts. */
export const zoneTimeWords = (zone: string): string =>
  zone === 'UTC' ? 'in UTC' : `in ${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`

/** Full years since a day, such as a birth date. */
export function ageOf(day: string, today = communityToday()): number {
  const isBefore = today.slice(5) < day.slice(5)
  return Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - Number(isBefore)
}

/** The viewer's time zone, in which moments are shown. Browsers that hide it give none, or one nobody knows. */
export function timeZone(): string {
  const { timeZone: name } = Intl.DateTimeFormat().resolvedOptions()
  return !name || name === 'Etc/Unknown' ? 'UTC' : name
}
