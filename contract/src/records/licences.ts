import { z } from 'zod'
import { LicenceConcerns } from '../dispatch/cad-values.kinds.ts'
import { Day, Instant } from '../values.ts'

export const LicenceType = z.enum(['DRIVERS', 'CCW', 'CDL'])
export type LicenceType = z.infer<typeof LicenceType>

/** Types that the community added are told from one another by their id and name. */
export const AnyLicenceType = z.enum([...LicenceType.options, 'OTHER'])
export type AnyLicenceType = z.infer<typeof AnyLicenceType>

/** The names that the portal came with. */
export const LICENCE_WORDS: Readonly<Record<LicenceType, string>> = {
  DRIVERS: "Driver's licence",
  CCW: 'Concealed carry',
  CDL: 'Commercial driver',
}

/** The status now: it changes when a date passes, without anyone acting. If several apply, the most serious one. */
export const LicenceStatus = z.enum(['applied', 'refused', 'valid', 'expired', 'suspended', 'revoked'])
export type LicenceStatus = z.infer<typeof LicenceStatus>

export const MAX_LICENCE_POINTS = 100

export const Licence = z.object({
  licenceId: z.int(),
  characterId: z.int(),
  type: AnyLicenceType,
  typeId: z.int(),
  /** The community's name for the type, as it is now. */
  typeName: z.string(),
  /** Null until granted, and for licences from before there were numbers. */
  number: z.string().nullable(),
  /** The lookups in which it is a hit while it is not valid, and what the hit means. */
  concerns: LicenceConcerns,
  meaning: z.string(),
  status: LicenceStatus,
  /** The last day; null until granted. */
  expiresOn: Day.nullable(),
  /** The end of a suspension; null unless the licence is suspended now. */
  suspendedUntil: Instant.nullable(),
  /** Points that have not lapsed. */
  points: z.int(),
  /** Why the licence was refused, suspended or revoked. */
  reason: z.string(),
  version: z.int(),
})
export type Licence = z.infer<typeof Licence>

export const LicenceApplication = Licence.extend({
  name: z.string(),
  bornOn: Day.nullable(),
  member: z.object({ userId: z.int(), name: z.string() }),
  appliedAt: Instant,
  /** The person's record: final reports of police, and active warrants that the caller may know of. */
  record: z.object({ arrests: z.int(), citations: z.int(), warnings: z.int(), activeWarrants: z.int() }),
})
export type LicenceApplication = z.infer<typeof LicenceApplication>
