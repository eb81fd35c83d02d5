import { z } from 'zod'
import { ServerId } from '../ids.ts'
import { Day, Instant } from '../values.ts'
import { FieldValues } from './fields.values.ts'
import { Licence } from './licences.ts'
import { OwnFine } from './penalties.ts'
import { OwnVehicle, VehicleTransfer } from './vehicles.ts'
import { Weapon } from './weapons.ts'

export const Deceased = z.object({ at: Instant, cause: z.string() })

/** A field of a character that a game server may fill in. */
export const GameField = z.enum(['name', 'bornOn', 'address', 'postal', 'description', 'occupation', 'phone'])

/** A character as its member sees it. */
export const OwnCharacter = z.object({
  name: z.string(),
  /** Null if it is unknown, as for characters that come from the game. */
  bornOn: Day.nullable(),
  address: z.string(),
  postal: z.string(),
  description: z.string(),
  occupation: z.string(),
  phone: z.string(),
  medicalNotes: z.string(),
  contacts: z.string(),
  fields: FieldValues,
  characterId: z.int(),
  version: z.int(),
  /** The digest of the photo. */
  picture: z.string().nullable(),
  deceased: Deceased.nullable(),
  /** The server on which the character is played now. */
  playedOn: ServerId.nullable(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
  /** Fields on which the game has the last word: they are not changed here. */
  ledByGame: z.array(GameField),
})
export type OwnCharacter = z.infer<typeof OwnCharacter>

/** A member's request to take over a person or vehicle that an officer noted; a supervisor decides. */
export const Claim = z.object({
  claimId: z.int(),
  kind: z.enum(['character', 'vehicle']),
  /** The noted name or plate. */
  label: z.string(),
  /** The member's character who takes over the person or vehicle. */
  characterId: z.int(),
  characterName: z.string(),
  text: z.string(),
  state: z.enum(['open', 'granted', 'refused', 'withdrawn']),
  reason: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
})
export type Claim = z.infer<typeof Claim>

/** Everything that a member's characters own. */
export const OwnRecords = z.object({
  characters: z.array(OwnCharacter),
  vehicles: z.array(OwnVehicle),
  licences: z.array(Licence),
  weapons: z.array(Weapon),
  /** Vehicles offered to or by a character of the member, not yet answered. */
  transfers: z.array(VehicleTransfer),
  /** Open claims, and those decided in the last 30 days. */
  claims: z.array(Claim),
  /** Unpaid and contested fines, and those settled in the last 30 days: at most 200. */
  fines: z.array(OwnFine),
})
export type OwnRecords = z.infer<typeof OwnRecords>

/** A warning to officers about a person: a flag that warns, in words. */
export const Caution = z.object({
  cautionId: z.int(),
  text: z.string(),
  expiresAt: Instant.nullable(),
  by: z.object({ userId: z.int(), name: z.string(), identifier: z.string() }),
  at: Instant,
})
export type Caution = z.infer<typeof Caution>

/** A claim with the member who makes it, for those who decide. */
export const ClaimToDecide = Claim.extend({ member: z.object({ userId: z.int(), name: z.string() }) })
export type ClaimToDecide = z.infer<typeof ClaimToDecide>
