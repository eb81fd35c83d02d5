import { z } from 'zod'
import { Instant } from '../values.ts'

/** Warrants as a record shows them. The other schemas of warrants are in contract/src/legal, which is above records. */

export const WarrantType = z.enum(['arrest', 'search', 'bench'])
export type WarrantType = z.infer<typeof WarrantType>

/** An active warrant as units on duty get it. */
export const WarrantAlert = z.object({
  warrantId: z.int(),
  number: z.string(),
  type: WarrantType,
  /** The person whom the warrant is against; null for a search of a vehicle or place. */
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  subjectName: z.string(),
  /** One line with the offences, or with what is searched for. */
  about: z.string(),
  bail: z.int().nullable(),
  signedBy: z.string(),
  signedAt: Instant,
  expiresAt: Instant,
  /** A confidential warrant does not exist for viewers who may not know of it. */
  isConfidential: z.boolean(),
  version: z.int(),
})
export type WarrantAlert = z.infer<typeof WarrantAlert>
