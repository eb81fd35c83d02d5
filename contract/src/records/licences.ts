import { z } from 'zod'
import { Day, Instant } from '../values.ts'

export const LicenceType = z.enum(['DRIVERS', 'CCW', 'CDL'])
export type LicenceType = z.infer<typeof LicenceType>

export const LICENCE_WORDS: Readonly<Record<LicenceType, string>> = {
  DRIVERS: "Driver's licence",
  CCW: 'Concealed carry',
  CDL: 'Commercial driver',
}

/** As of now: a date that passes changes it without anyone acting. The one that weighs most where several hold. */
export const LicenceStatus = z.enum(['applied', 'refused', 'valid', 'expired', 'suspended', 'revoked'])
export type LicenceStatus = z.infer<typeof LicenceStatus>

export const MAX_LICENCE_POINTS = 100

export const Licence = z.object({
  licenceId: z.int(),
  characterId: z.int(),
  type: LicenceType,
  status: LicenceStatus,
  /** The last day; null until granted. */
  expiresOn: Day.nullable(),
  /** Null unless suspended now. */
  suspendedUntil: Instant.nullable(),
  /** Those that have not lapsed. */
  points: z.int(),
  /** Why it was refused, suspended or revoked. */
  reason: z.string(),
  version: z.int(),
})
export type Licence = z.infer<typeof Licence>

export const LicenceApplication = Licence.extend({
  name: z.string(),
  bornOn: Day.nullable(),
  member: z.object({ userId: z.int(), name: z.string() }),
  appliedAt: Instant,
})
export type LicenceApplication = z.infer<typeof LicenceApplication>
