import { z } from 'zod'
import { civilian } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam, Instant, trimmed, Version, VersionParam } from '../values.ts'
import { hasRecordKey } from './records.ts'

/** Of all characters of a member together. */
export const MAX_WEAPONS = 100

export const Serial = trimmed(32, 'A serial number has at most 32 characters').refine(
  (value) => value === '' || hasRecordKey(value, 1, 32),
  'A serial number has letters and digits',
)

export const WeaponInput = z.object({
  model: trimmed(60, 'A model has at most 60 characters').min(1, 'Enter a model'),
  /** Unique without regard to case, spaces and hyphens. Empty for one that the portal makes up. */
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
})
export type Weapon = z.infer<typeof Weapon>

const byWeapon = z.object({ weaponId: IdParam })

export const createWeapon = defineEndpoint({
  method: 'POST',
  path: '/api/weapons',
  summary: 'Register a weapon to a character of one’s own',
  access: civilian,
  body: WeaponInput.extend({ characterId: Id }),
  response: Weapon,
})

export const updateWeapon = defineEndpoint({
  method: 'PUT',
  path: '/api/weapons/:weaponId',
  summary: 'Change a weapon of one’s own',
  access: civilian,
  params: byWeapon,
  body: WeaponInput.extend({ version: Version }),
  response: Weapon,
})

export const deleteWeapon = defineEndpoint({
  method: 'DELETE',
  path: '/api/weapons/:weaponId',
  summary: 'Delete a weapon of one’s own',
  access: civilian,
  params: byWeapon,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})
