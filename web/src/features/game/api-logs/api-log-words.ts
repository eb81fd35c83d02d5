const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** To the millisecond; with the day when it is another one than today. */
export function clockWords(at: string, now: Date = new Date()): string {
  const date = new Date(at)
  const time = clock.format(date)
  return date.toDateString() === now.toDateString() ? time : `${day.format(date)} ${time}`
}

/** What was only said, and not answered, took no time. */
export const millisecondsWords = (ms: number): string =>
  ms === 0 ? '–' : ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
