import { CorrectionInput, type PatrolDetail } from '@tenfour/contract'
import { z } from 'zod'
import { fromLocalField, toLocalField } from '../../../../platform/format/local-times.ts'

const DAY_MS = 86_400_000
/** How old a patrol may be. */
const MAX_AGE_DAYS = 90

type Corrected = Pick<PatrolDetail, 'startedAt' | 'endedAt' | 'gaps' | 'version'>

/** Absences that would count if the correction were accepted. */
export const hasOpenGaps = ({ gaps }: Pick<PatrolDetail, 'gaps'>): boolean =>
  gaps.some(({ isCounted, decided }) => !isCounted && decided === null)

/** Why no correction can be asked for; null if one can. */
export function correctionObstacle({ endedAt, corrections }: Pick<PatrolDetail, 'endedAt' | 'corrections'>, now: Date): string | null {
  if (endedAt === null) return 'A patrol can be corrected once it has ended.'
  if (corrections.some(({ state }) => state === 'asked')) return 'Withdraw the correction that waits before asking for another.'
  return now.getTime() - Date.parse(endedAt) > MAX_AGE_DAYS * DAY_MS
    ? `A patrol can be corrected for ${MAX_AGE_DAYS} days after its end.`
    : null
}

export const startValues = ({ startedAt, endedAt }: Corrected) => ({
  reason: '',
  startedAt: toLocalField(startedAt),
  endedAt: toLocalField(endedAt),
  countsGaps: false,
})

/** Times are those of the fields, in local time; what was not changed is not sent, so that its seconds stay. */
export const correctionForm = (patrol: Corrected, now: () => number = Date.now) =>
  z
    .object({ reason: z.string(), startedAt: z.string(), endedAt: z.string(), countsGaps: z.boolean() })
    .transform((values, context): CorrectionInput => {
      const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
      const startedAt = changed(values.startedAt, patrol.startedAt)
      const endedAt = changed(values.endedAt, patrol.endedAt)
      if (startedAt === undefined) wrong('startedAt', 'Enter a date and a time')
      if (endedAt === undefined) wrong('endedAt', 'Enter a date and a time')
      if (startedAt === undefined || endedAt === undefined) return z.NEVER
      const problem = timesProblem(patrol, startedAt, endedAt, now())
      if (problem) wrong(...problem)
      const input = CorrectionInput.safeParse({ ...values, startedAt, endedAt, version: patrol.version })
      for (const { path, message } of input.error?.issues ?? []) {
        wrong(path.join('.'), path[0] === 'startedAt' ? unchangedWords(patrol) : message)
      }
      return input.success && !problem ? input.data : z.NEVER
    })

const unchangedWords = (patrol: Corrected): string =>
  hasOpenGaps(patrol) ? 'Change the start or the end, or ask for your time outside the game' : 'Change the start or the end'

/** Null if it was not changed, undefined if it is no time. */
const changed = (field: string, was: string | null) => (field === toLocalField(was) ? null : (fromLocalField(field) ?? undefined))

function timesProblem(patrol: Corrected, startedAt: string | null, endedAt: string | null, now: number): [string, string] | undefined {
  const [wasStart, wasEnd] = [Date.parse(patrol.startedAt), Date.parse(patrol.endedAt ?? patrol.startedAt)]
  const start = startedAt === null ? wasStart : Date.parse(startedAt)
  const end = endedAt === null ? wasEnd : Date.parse(endedAt)
  if (start > now) return ['startedAt', 'Choose a time in the past']
  if (end > now) return ['endedAt', 'Choose a time in the past']
  if (end <= start) return ['endedAt', 'The patrol ends before it starts']
  if (end - start > wasEnd - wasStart + DAY_MS) return ['endedAt', 'At most 24 hours longer than it was']
  return undefined
}
