import { dayOnly } from '../../../platform/format/dates.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

/** To the millisecond; with the date if it is not today. */
export function clockWords(at: string, now: Date = new Date()): string {
  const date = new Date(at)
  const time = clock.format(date)
  return date.toDateString() === now.toDateString() ? time : `${dayOnly(date)} ${time}`
}

/** A message that expects no response has no duration. */
export const millisecondsWords = (ms: number): string =>
  ms === 0 ? '–' : ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
