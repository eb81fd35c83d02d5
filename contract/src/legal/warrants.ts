import { z } from 'zod'
import { anyOf, cadDepartment, legal, signsWarrants, type AccessRule } from '../access.ts'
import { RecordActor } from '../records/records.ts'
import { WarrantType } from '../records/warrant-alerts.ts'
import { Instant } from '../values.ts'

/** What a warrant says is in warrants.content.ts, the endpoints in warrants.write.ts, warrants.decide.ts and warrants.read.ts. */

/** Whoever works on warrants: Legal Services, and holders of a role that may sign. */
export const legalStaff: AccessRule = anyOf(legal, signsWarrants)
/** Whoever may have written one: police, on duty or not by now, and legal staff. */
export const warrantWriters: AccessRule = anyOf(legalStaff, cadDepartment)

/**
 * A draft is not here: it is its writer's alone until it is submitted. Signing makes a warrant active; `denied`, `served`, `recalled` and `expired`
 * are the end of it.
 */
export const WarrantState = z.enum(['submitted', 'review', 'returned', 'denied', 'active', 'served', 'recalled', 'expired'])
export type WarrantState = z.infer<typeof WarrantState>
export const WarrantSubject = z.object({
  kind: z.enum(['person', 'vehicle', 'place']),
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  /** As it was called when it was submitted: a name, a plate with its model, an address with its postal. */
  name: z.string(),
})
export type WarrantSubject = z.infer<typeof WarrantSubject>

/** As in lists. */
export const WarrantSummary = z.object({
  warrantId: z.int(),
  number: z.string(),
  type: WarrantType,
  state: WarrantState,
  /** Under review, and passed on to those who sign. */
  isReady: z.boolean(),
  /** Submitted again after it was returned. */
  isChanged: z.boolean(),
  subject: WarrantSubject,
  /** Its offences, or what is searched for, in a line. */
  about: z.string(),
  writer: RecordActor,
  /** Who has it under review. */
  reviewer: RecordActor.nullable(),
  signer: RecordActor.nullable(),
  bail: z.int().nullable(),
  isConfidential: z.boolean(),
  submittedAt: Instant,
  /** Since when it is in this state, so that a list says how long it waits. */
  since: Instant,
  signedAt: Instant.nullable(),
  /** Null until it is signed. */
  expiresAt: Instant.nullable(),
  version: z.int(),
})
export type WarrantSummary = z.infer<typeof WarrantSummary>

/** What decides in whose list a warrant is. */
export const WarrantPlace = z.object({
  state: WarrantState,
  isReady: z.boolean(),
  writerId: z.int(),
  reviewerId: z.int().nullable(),
})
export type WarrantPlace = z.infer<typeof WarrantPlace>
/** A change with where the warrant was before, so that counts can follow; null where the listener could not see it. */
export const WarrantChange = z.object({ warrant: WarrantSummary, was: WarrantPlace.nullable() })
export type WarrantChange = z.infer<typeof WarrantChange>

/** The lists of Manage Warrants. */
export const WarrantTab = z.enum(['mine', 'others', 'active', 'closed'])
export type WarrantTab = z.infer<typeof WarrantTab>

export const WarrantCounts = z.object({
  mine: z.int(),
  others: z.int(),
  active: z.int(),
  closed: z.int(),
  /** Of the active ones, within seven days. */
  expiring: z.int(),
})
export type WarrantCounts = z.infer<typeof WarrantCounts>

export const WarrantDraftSummary = z.object({
  draftId: z.int(),
  type: WarrantType,
  /** The returned warrant that it changes, by its number; null for a new one. */
  changes: z.object({ warrantId: z.int(), number: z.string() }).nullable(),
  subjectName: z.string().nullable(),
  callId: z.int().nullable(),
  version: z.int(),
  savedAt: Instant,
})
export type WarrantDraftSummary = z.infer<typeof WarrantDraftSummary>
