import { z } from 'zod'
import { Instant, trimmed } from '../values.ts'
import { hasRecordKey, Unapproved } from './records.ts'

/** How many weapons all characters of a member may have together. */
export const MAX_WEAPONS = 100

export const Serial = trimmed(32, 'A serial number has at most 32 characters').refine(
  (value) => value === '' || hasRecordKey(value, 1, 32),
  'A serial number has letters and digits',
)

export const WeaponInput = z.object({
  model: trimmed(60, 'A model has at most 60 characters').min(1, 'Enter a model'),
  /** Serial numbers are unique without regard to case, spaces and hyphens. If empty, the portal generates one. */
  serial: Serial.default(''),
})
export type WeaponInput = z.infer<typeof WeaponInput>

export const Weapon = z.object({
  weaponId: z.int(),
  characterId: z.int(),
  version: z.int(),
  model: z.string(),
  serial: z.string(),
  registeredAt: Instant,
  /** Null once approved, or where no approval is needed. */
  unapproved: Unapproved.nullable(),
})
export type Weapon = z.infer<typeof Weapon>
