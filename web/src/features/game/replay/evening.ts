import { MAX_REPLAY_HOURS } from '@tenfour/contract'
import { instantText } from './replay-link.ts'

/** As the fields have it: '2026-11-14', '20:00', in local time. */
export type EveningFields = { readonly day: string; readonly from: string; readonly to: string }
export type Problem = { readonly field: keyof EveningFields; readonly message: string }

const HOUR = 3_600_000
const ROUND = 5 * 60_000
const USUAL_HOURS = 3

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const timeOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`

/** The last hours, up to now. */
export function lastHours(now: number): EveningFields {
  const [from, to] = [new Date(Math.floor((now - USUAL_HOURS * HOUR) / ROUND) * ROUND), new Date(Math.ceil(now / ROUND) * ROUND)]
  return { day: dayOf(from), from: timeOf(from), to: timeOf(to) }
}

/** The time that is meant: an end before the start is on the next day. */
export function eveningOf({ day, from, to }: EveningFields, now: number): { from: string; to: string } | Problem {
  const start = new Date(`${day}T${from}`)
  if (Number.isNaN(Date.parse(day))) return { field: 'day', message: 'Choose a day' }
  if (Number.isNaN(start.getTime())) return { field: 'from', message: 'Choose a time' }
  if (start.getTime() > now) return { field: 'from', message: 'This time is still to come' }
  const end = new Date(`${day}T${to}`)
  if (Number.isNaN(end.getTime())) return { field: 'to', message: 'Choose a time' }
  // By the calendar, because a day of the change to or from summer time is shorter or longer.
  if (end <= start) end.setDate(end.getDate() + 1)
  if (end.getTime() - start.getTime() > MAX_REPLAY_HOURS * HOUR) return { field: 'to', message: `At most ${MAX_REPLAY_HOURS} hours` }
  return { from: instantText(start.getTime()), to: instantText(end.getTime()) }
}

export const isProblem = (result: ReturnType<typeof eveningOf>): result is Problem => 'field' in result
