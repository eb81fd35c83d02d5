import { z } from 'zod'
import { Instant } from '../values.ts'

/** What a record shows of warrants. The rest of warrants is in contract/src/legal, above records. */

export const WarrantType = z.enum(['arrest', 'search', 'bench'])
export type WarrantType = z.infer<typeof WarrantType>

/** An active warrant as units on duty get it. */
export const WarrantAlert = z.object({
  warrantId: z.int(),
  number: z.string(),
  type: WarrantType,
  /** Against a person, or for a search of a vehicle or a place. */
  characterId: z.int().nullable(),
  vehicleId: z.int().nullable(),
  subjectName: z.string(),
  /** Its offences, or what is searched for, in a line. */
  about: z.string(),
  bail: z.int().nullable(),
  signedBy: z.string(),
  signedAt: Instant,
  expiresAt: Instant,
  /** It does not exist for those who were not told of it. */
  isConfidential: z.boolean(),
  version: z.int(),
})
export type WarrantAlert = z.infer<typeof WarrantAlert>
