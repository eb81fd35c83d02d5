import { PatrolRulesInput, type PatrolRules } from '@tenfour/contract'
import { z } from 'zod'

const HOURS = /^(\d{1,3})(?:[.,](\d{1,2})|:([0-5]\d)| ?h(?: ?([0-5]?\d)(?: ?min)?)?)?$/

/** Minutes of '6', '6.5', '6:30' or '6 h 30'; null for nothing; undefined if it can't be read. */
export function minutesOf(text: string): number | null | undefined {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return null
  const [, whole, decimals, minutes, afterHours] = HOURS.exec(trimmed) ?? []
  if (whole === undefined) return undefined
  const part = decimals === undefined ? Number(minutes ?? afterHours ?? 0) : Math.round(Number(`0.${decimals}`) * 60)
  return Number(whole) * 60 + part
}

/** '6', '6:30'; an empty text for no hours. */
export function hoursOf(minutes: number | null): string {
  if (minutes === null) return ''
  const rest = minutes % 60
  return rest === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(rest).padStart(2, '0')}`
}

const minutes = PatrolRulesInput.shape.minutes
const Hours = z.string().transform((text, context) => {
  const read = minutesOf(text)
  const parsed = read === undefined ? undefined : minutes.safeParse(read)
  if (parsed?.success) return parsed.data
  context.addIssue({ code: 'custom', message: parsed?.error.issues[0]?.message ?? 'Enter hours, such as 6 or 6:30' })
  return z.NEVER
})

/** The form: hours as text, one field for the department and one for each rank. */
export const QuotaForm = z.object({ needsPresence: z.boolean(), hours: Hours, ranks: z.array(z.object({ rankId: z.int(), hours: Hours })) })

export const quotaFormOf = ({ needsPresence, minutes: own, ranks }: PatrolRules): z.input<typeof QuotaForm> => ({
  needsPresence,
  hours: hoursOf(own),
  ranks: ranks.map(({ rankId, minutes: rank }) => ({ rankId, hours: hoursOf(rank) })),
})

export const quotaInput = ({ needsPresence, hours, ranks }: z.output<typeof QuotaForm>, version: number) => ({
  needsPresence,
  minutes: hours,
  ranks: ranks.map(({ rankId, hours: own }) => ({ rankId, minutes: own })),
  version,
})
