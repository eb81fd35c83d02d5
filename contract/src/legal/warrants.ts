import { z } from 'zod'
import { anyOf, cadDepartment, legal, signsWarrants, type AccessRule } from '../access.ts'
import { RecordActor } from '../records/records.ts'
import { WarrantType } from '../records/warrant-alerts.ts'
import { Instant } from '../values.ts'

/** The content of warrants is in warrants.content.ts, the endpoints are in warrants.write.ts, warrants.decide.ts and warrants.read.ts. */

/** Members who work on warrants: Legal Services, and holders of a role that signs. */
export const legalStaff: AccessRule = anyOf(legal, signsWarrants)
/** Members who may have written a warrant: police, whether or not they are still on duty, and legal staff. */
export const warrantWriters: AccessRule = anyOf(legalStaff, cadDepartment)

/**
 * Drafts have no state: they belong to their writers until they are submitted. Signing makes a warrant active; `denied`, `served`, `recalled` and
 * `expired` are final.
 */
export const WarrantState = z.enum(['submitted', 'review', 'returned', 'denied', 'active', 'served', 'recalled', 'expired'])
export type WarrantState = z.infer<typeof WarrantState>
export const WarrantSubject = z.object({
  kind: z.enum(['person', 'vehicle', 'place']),
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  /** The subject's name when the warrant was submitted: a name, a plate with its model, or an address with its postal. */
  name: z.string(),
})
export type WarrantSubject = z.infer<typeof WarrantSubject>

/** A warrant in lists. */
export const WarrantSummary = z.object({
  warrantId: z.int(),
  number: z.string(),
  type: WarrantType,
  state: WarrantState,
  /** Whether a warrant under review was passed on for signature. */
  isReady: z.boolean(),
  /** Whether the warrant was submitted again after it was returned. */
  isChanged: z.boolean(),
  subject: WarrantSubject,
  /** One line with the offences, or with what is searched for. */
  about: z.string(),
  writer: RecordActor,
  /** Who has the warrant under review. */
  reviewer: RecordActor.nullable(),
  signer: RecordActor.nullable(),
  bail: z.int().nullable(),
  isConfidential: z.boolean(),
  submittedAt: Instant,
  /** Since when the warrant is in this state, so that lists show how long it waits. */
  since: Instant,
  signedAt: Instant.nullable(),
  /** When the warrant expires; null until it is signed. */
  expiresAt: Instant.nullable(),
  version: z.int(),
})
export type WarrantSummary = z.infer<typeof WarrantSummary>

/** The properties that decide in which lists a warrant is. */
export const WarrantPlace = z.object({
  state: WarrantState,
  isReady: z.boolean(),
  writerId: z.int(),
  reviewerId: z.int().nullable(),
})
export type WarrantPlace = z.infer<typeof WarrantPlace>
/** A changed warrant, with its place before, so that pages can update their counts; null if the recipient could not see it before. */
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
  /** How many active warrants expire within seven days. */
  expiring: z.int(),
})
export type WarrantCounts = z.infer<typeof WarrantCounts>

export const WarrantDraftSummary = z.object({
  draftId: z.int(),
  type: WarrantType,
  /** The returned warrant that the draft changes; null for a new warrant. */
  changes: z.object({ warrantId: z.int(), number: z.string() }).nullable(),
  subjectName: z.string().nullable(),
  callId: z.int().nullable(),
  version: z.int(),
  savedAt: Instant,
})
export type WarrantDraftSummary = z.infer<typeof WarrantDraftSummary>
