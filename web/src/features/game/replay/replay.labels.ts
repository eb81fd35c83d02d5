import { LOCALE } from '../../../platform/format/dates.ts'
import { elapsed } from '../../../platform/format/durations.ts'
import type { ReplaySource } from './replay-link.ts'
import type { CallTimes } from './timeline.ts'

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' })

/** '21:44:12' in local time. */
export const clockText = (at: number): string => clockFormat.format(at)
/** 'Saturday 14 November', with the year where it is another one. */
export function dayText(at: number, now: number): string {
  const year = new Date(at).getFullYear()
  const day = dayFormat.format(at).replace(',', '')
  return year === new Date(now).getFullYear() ? day : `${day} ${year}`
}

/** The meaning of 403 and 404 for each source, where trying again does not help; null for any other status. */
export function refusalText(source: ReplaySource, status: number): string | null {
  if (status !== 403 && status !== 404) return null
  if (source.kind === 'patrol') return 'There is no such patrol, or you may not replay it.'
  if (status === 403)
    return 'Only staff can replay time ranges and calls. Open a patrol of your department in the Patrol Viewer to replay it.'
  return source.kind === 'call' ? `There is no call ${source.callId}.` : 'There is no such server.'
}

/** '9 s' up to a minute, then '3:24'. */
const after = (ms: number): string => (ms < 60_000 ? `${Math.floor(ms / 1000)} s` : elapsed(ms))

/** 'Answered in 9 s · first unit sent after 48 s · on scene after 3:24'. */
export function summaryText({ answered, sent, onScene }: CallTimes): string {
  const parts = [
    // The same act says it already.
    answered !== null && answered !== sent && `answered in ${after(answered)}`,
    sent === null ? 'no unit was sent' : `first unit sent after ${after(sent)}`,
    onScene !== null && `on scene after ${after(onScene)}`,
  ].filter((part) => part !== false)
  const text = parts.join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MINUTE = 60_000
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180].map((minutes) => minutes * MINUTE)
const MAX_TICKS = 13

/** The times named below the time bar: round ones in local time. */
export function ticksOf(from: number, to: number): readonly number[] {
  const step = STEPS.find((each) => (to - from) / each <= MAX_TICKS) ?? STEPS[STEPS.length - 1] ?? MINUTE
  const offset = new Date(from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((from - offset) / step) * step + offset
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step)
}
