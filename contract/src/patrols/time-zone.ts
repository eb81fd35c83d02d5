import { trimmed } from '../values.ts'

/** A name of the IANA database, as a browser gives it. Days and weeks are those of this zone. */
export const TimeZone = trimmed(60).refine(isTimeZone, 'There is no such time zone').default('UTC')
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
