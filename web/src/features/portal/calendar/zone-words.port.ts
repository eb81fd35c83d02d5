import { dayIn, isTimeZone, offsetIn } from '@tenfour/contract'
import { dateOnly } from '../../../platform/format/dates.ts'

/** 'UTC+5:30', 'UTC−3', 'UTC'. */
export function offsetWords(zone: string, now: Date): string {
  const minutes = offsetIn(zone, now)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** '05:41'. */
export function clockIn(zone: string, now: Date): string {
  const minute = ((Math.floor(now.getTime() / 60_000) + offsetIn(zone, now)) % 1440) + 1440
  return [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** 'It is 05:41 on 18 Nov 2026 there, UTC+1'; nothing for a zone that the browser does not know. */
export const nowWords = (zone: string, now: Date): string =>
  isTimeZone(zone) ? `It is ${clockIn(zone, now)} on ${dateOnly(dayIn(zone, now))} there, ${offsetWords(zone, now)}` : ''

const MAX_SHOWN = 60
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim()

/** The zones that have every word that is typed; after a zone that is typed whole, which Enter keeps, the others of its area. */
export function matchingZones(zones: readonly string[], typed: string): readonly string[] {
  const area = zones.includes(typed) ? `${typed.split('/')[0]}/` : null
  if (area !== null) return [typed, ...zones.filter((zone) => zone !== typed && zone.startsWith(area))].slice(0, MAX_SHOWN)
  const words = plain(typed).split(' ')
  return zones.filter((zone) => words.every((word) => plain(zone).includes(word))).slice(0, MAX_SHOWN)
}

/** The zone to propose: the browser's own, by its newer name where the portal knows only that, otherwise UTC. */
export function proposedZone(zones: readonly string[], own: string): string {
  const nameOf = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  if (zones.includes(own)) return own
  return zones.find((zone) => isTimeZone(zone) && isTimeZone(own) && nameOf(zone) === nameOf(own)) ?? 'UTC'
}
