import { z } from 'zod'
import { Instant } from '../values.ts'
import { RecordActor } from './records.ts'

/** Fines and jail that final reports impose. The endpoints are in penalties.endpoints.ts. */

/** A contested fine is unpaid again once it is upheld or reduced, and can't be contested a second time. */
export const FineState = z.enum(['unpaid', 'paid', 'contested', 'dropped'])
export type FineState = z.infer<typeof FineState>
export const FineDecision = z.enum(['upheld', 'reduced', 'dropped'])
export type FineDecision = z.infer<typeof FineDecision>

export const Fine = z.object({
  fineId: z.int(),
  reportId: z.int(),
  characterId: z.int(),
  /** The amount that has to be paid now, beside the original amount. */
  amount: z.int(),
  originalAmount: z.int(),
  state: FineState,
  /** Why the fine is or was contested. */
  contestReason: z.string(),
  contestedAt: Instant.nullable(),
  decision: FineDecision.nullable(),
  decisionReason: z.string(),
  decidedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  /** When the owner reported an unpaid fine as paid, which is still to be confirmed. */
  reportedAt: Instant.nullable(),
  version: z.int(),
})
export type Fine = z.infer<typeof Fine>

/** A fine with its report, as the owner sees it among their records. */
export const OwnFine = Fine.extend({ number: z.string(), about: z.string(), imposedAt: Instant })
export type OwnFine = z.infer<typeof OwnFine>

/** A fine for members who decide it. */
export const ContestedFine = OwnFine.extend({
  characterName: z.string(),
  writer: RecordActor,
  departmentId: z.int(),
})
export type ContestedFine = z.infer<typeof ContestedFine>

export const JailTerm = z.object({
  termId: z.int(),
  reportId: z.int(),
  number: z.string(),
  characterId: z.int(),
  name: z.string(),
  serverId: z.int(),
  minutes: z.int(),
  from: Instant,
  until: Instant,
  /** When and why the person was released early; null if they were not. */
  released: z.object({ at: Instant, reason: z.string() }).nullable(),
})
export type JailTerm = z.infer<typeof JailTerm>
/** How many terms the live list has: those that end first. */
export const MAX_JAILED = 500
