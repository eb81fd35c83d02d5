import { z } from 'zod'
import { ServerId } from '../ids.ts'
import { BirthDayInput, Day, Instant, trimmed } from '../values.ts'
import { FieldValues, FieldValuesInput } from './fields.ts'
import { Licence } from './licences.ts'
import { OwnFine } from './penalties.ts'
import { OwnVehicle, VehicleTransfer } from './vehicles.ts'
import { Weapon } from './weapons.ts'

export const MAX_CAUTIONS = 20

const line = (max: number, what: string) => trimmed(max, `${what} has at most ${max.toLocaleString('en')} characters`).default('')

export const CharacterName = trimmed(80, 'A name has at most 80 characters').min(2, 'Enter a first and last name')

/** What a member writes about a character. */
export const CharacterInput = z.object({
  name: CharacterName,
  bornOn: BirthDayInput,
  address: line(160, 'An address'),
  postal: line(16, 'A postal'),
  /** What an officer would see: height, build, hair, marks. */
  description: line(500, 'A description'),
  occupation: line(80, 'An occupation'),
  phone: line(32, 'A phone number'),
  /** For fire units alone: allergies, blood type, conditions. */
  medicalNotes: line(1000, 'A medical note'),
  /** Whom to call in an emergency; for fire units alone. */
  contacts: line(500, 'Contacts'),
  /** Of the community's own, as far as the owner fills them in. */
  fields: FieldValuesInput.default({}),
})
export type CharacterInput = z.infer<typeof CharacterInput>
export const CHARACTER_FIELDS = CharacterInput.keyof().options

export const Deceased = z.object({ at: Instant, cause: z.string() })

/** A character as its member sees it. */
export const OwnCharacter = z.object({
  ...CharacterInput.shape,
  /** Null where nobody said it: characters that come from the game. */
  bornOn: Day.nullable(),
  fields: FieldValues,
  characterId: z.int(),
  version: z.int(),
  /** The digest of the photo. */
  picture: z.string().nullable(),
  deceased: Deceased.nullable(),
  /** Where it is being played now. */
  playedOn: ServerId.nullable(),
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
})
export type OwnCharacter = z.infer<typeof OwnCharacter>

/** A member's request to take over what an officer noted; a supervisor decides. */
export const Claim = z.object({
  claimId: z.int(),
  kind: z.enum(['character', 'vehicle']),
  /** The name or the plate that was noted. */
  label: z.string(),
  /** The member's character that takes it over. */
  characterId: z.int(),
  characterName: z.string(),
  text: z.string(),
  state: z.enum(['open', 'granted', 'refused', 'withdrawn']),
  reason: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
})
export type Claim = z.infer<typeof Claim>

/** All that a member's characters own. */
export const OwnRecords = z.object({
  characters: z.array(OwnCharacter),
  vehicles: z.array(OwnVehicle),
  licences: z.array(Licence),
  weapons: z.array(Weapon),
  /** Vehicles offered to or by a character of the member, not yet answered. */
  transfers: z.array(VehicleTransfer),
  /** Open ones and those decided in the last 30 days. */
  claims: z.array(Claim),
  /** Unpaid and contested ones, and those settled in the last 30 days: at most 200. */
  fines: z.array(OwnFine),
})
export type OwnRecords = z.infer<typeof OwnRecords>

/** A warning to officers about a person. */
export const Caution = z.object({
  cautionId: z.int(),
  text: z.string(),
  expiresAt: Instant.nullable(),
  by: z.object({ userId: z.int(), name: z.string(), identifier: z.string() }),
  at: Instant,
})
export type Caution = z.infer<typeof Caution>

/** With who asks, for those who decide. */
export const ClaimToDecide = Claim.extend({ member: z.object({ userId: z.int(), name: z.string() }) })
export type ClaimToDecide = z.infer<typeof ClaimToDecide>
