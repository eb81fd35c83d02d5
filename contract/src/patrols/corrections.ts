import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, InstantInput, LongIdParam, trimmed, Version } from '../values.ts'
import { CorrectionState, patrolViewer } from './patrols.ts'

const Person = z.object({ userId: z.int(), name: z.string() })

export const Correction = z.object({
  correctionId: z.int(),
  patrolId: z.int(),
  askedBy: Person,
  askedAt: Instant,
  reason: z.string(),
  /** The requested times; null for a time that stays as it is. */
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Whether the member asks for absences to count. */
  countsGaps: z.boolean(),
  /** The patrol's times when the correction was requested. */
  wasStartedAt: Instant,
  wasEndedAt: Instant,
  state: CorrectionState,
  decided: z.object({ by: Person, at: Instant, note: z.string() }).nullable(),
})
export type Correction = z.infer<typeof Correction>

const reason = trimmed(500).min(1, 'Enter a reason')
const note = trimmed(500).default('')

export const CorrectionInput = z
  .object({
    reason,
    startedAt: InstantInput.nullable().default(null),
    endedAt: InstantInput.nullable().default(null),
    countsGaps: z.boolean().default(false),
    /** Version of the patrol. */
    version: Version,
  })
  .refine(({ startedAt, endedAt, countsGaps }) => countsGaps || startedAt !== null || endedAt !== null, {
    path: ['startedAt'],
    error: 'Choose what to correct',
  })
export type CorrectionInput = z.infer<typeof CorrectionInput>

export const askCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/patrols/:patrolId/corrections',
  summary: "Ask for other times of one's own ended patrol, or for its absences to count",
  access: signedIn,
  params: z.object({ patrolId: LongIdParam }),
  body: CorrectionInput,
  response: Correction,
})

export const withdrawCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/patrols/corrections/:correctionId/withdraw',
  summary: 'Withdraw a correction that nobody has decided on',
  access: signedIn,
  params: z.object({ correctionId: IdParam }),
  body: z.object({}),
  response: Correction,
})

export const decideCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/patrols/corrections/:correctionId/decide',
  summary: "Accept or decline a correction; never one's own",
  access: patrolViewer,
  params: z.object({ correctionId: IdParam }),
  body: z.object({ isAccepted: z.boolean(), note }),
  response: Correction,
})

export const decideGap = defineEndpoint({
  method: 'POST',
  path: '/api/patrols/gaps/:gapId',
  summary: "Count an absence, or leave it out; never one's own",
  access: patrolViewer,
  params: z.object({ gapId: LongIdParam }),
  body: z.object({ isCounted: z.boolean(), note, version: Version }),
  response: z.object({ patrolId: z.int(), version: z.int() }),
})
