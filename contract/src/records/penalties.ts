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
  /** What is to be paid now, and what it was at first. */
  amount: z.int(),
  originalAmount: z.int(),
  state: FineState,
  /** Why it is or was contested. */
  contestReason: z.string(),
  contestedAt: Instant.nullable(),
  decision: FineDecision.nullable(),
  decisionReason: z.string(),
  decidedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  version: z.int(),
})
export type Fine = z.infer<typeof Fine>

/** With what it is for, as its owner sees it among their records. */
export const OwnFine = Fine.extend({ number: z.string(), about: z.string(), imposedAt: Instant })
export type OwnFine = z.infer<typeof OwnFine>

/** For those who decide. */
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
  /** Before its time. */
  released: z.object({ at: Instant, reason: z.string() }).nullable(),
})
export type JailTerm = z.infer<typeof JailTerm>
/** In the live list; those released soonest. */
export const MAX_JAILED = 500
