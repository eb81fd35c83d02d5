import { z } from 'zod'
import { Plate, Vin } from '../records/vehicles.input.ts'
import { BirthDayInput, countedList, DayInput, gameText, Id } from '../values.ts'

/**
 * Characters and vehicles as the scripts of a game server save and read them. Flags, licence types and statuses in answers are plain texts,
 * so that a resource accepts values that are added later.
 */

/** How many a game server may save for one member. The portal's own limits do not apply, because the game decides what its players own. */
export const MAX_GAME_CHARACTERS = 50
export const MAX_GAME_VEHICLES = 200

const line = (max: number) => gameText(max).optional()
/** The id in the game's own database, unique in the community. */
const ExternalId = gameText(80).min(1, 'Give the id that it has in the game')

/** A character of the player's account, by its id in the game or in the portal. */
export const WhichCharacter = z.union([z.object({ externalId: ExternalId }), z.object({ characterId: Id })])
export type WhichCharacter = z.infer<typeof WhichCharacter>

/** Omitted fields keep their values. */
export const GameCharacter = z.object({
  externalId: ExternalId,
  name: gameText(80).min(2, 'Enter a first and last name'),
  bornOn: BirthDayInput.optional(),
  address: line(160),
  postal: line(16),
  description: line(500),
  occupation: line(80),
  phone: line(32),
})
export type GameCharacter = z.infer<typeof GameCharacter>

/** Omitted fields keep their values. Without an `externalId`, the plate tells which vehicle it is. */
export const GameVehicle = z.object({
  externalId: ExternalId.optional(),
  plate: gameText(12)
    .min(1, 'Enter a plate')
    .refine((value) => Plate.safeParse(value).success, 'A plate has letters and digits, spaces and hyphens'),
  vin: gameText(32)
    .refine((value) => Vin.safeParse(value).success, 'A VIN has at least 3 letters and digits')
    .optional(),
  model: gameText(60).min(1, 'Enter a model'),
  colour: line(40),
  /** Last day of validity; null for none. A new vehicle is registered and insured for a year unless these are given. */
  registeredUntil: DayInput.nullable().optional(),
  insuredUntil: DayInput.nullable().optional(),
  /** The owner's id in the game, or in the portal. Without either, the character being played. */
  ownerExternalId: ExternalId.optional(),
  characterId: Id.optional(),
})
export type GameVehicle = z.infer<typeof GameVehicle>

/** A vehicle as the game's own table has it, under its real plate. */
export const GarageVehicle = GameVehicle.pick({ externalId: true, plate: true, vin: true, model: true }).extend({
  /** In a pound of the game. */
  isImpounded: z.boolean(),
})
export type GarageVehicle = z.infer<typeof GarageVehicle>
/** Everything that a character owns in the game. */
export const Garage = z.object({ externalId: ExternalId, vehicles: countedList(z.array(GarageVehicle).max(MAX_GAME_VEHICLES)) })
export type Garage = z.infer<typeof Garage>
/** Plates whose garage the game is to block, or to open again. */
export const GarageOrders = z.object({ block: z.array(z.string()), open: z.array(z.string()) })
export type GarageOrders = z.infer<typeof GarageOrders>
export const MAX_GARAGE_ORDERS = 100

const BoloSummary = z.object({ boloId: z.int(), reason: z.string(), description: z.string() })

/** The result for a plate, as an officer's lookup shows it. Flags are words such as 'Stolen', most serious first. */
export const PlateHits = z.object({
  plate: z.string(),
  isRegistered: z.boolean(),
  model: z.string(),
  colour: z.string(),
  owner: z.string().nullable(),
  flags: z.array(z.string()),
  bolos: z.array(BoloSummary),
})
export type PlateHits = z.infer<typeof PlateHits>

const LicenceSummary = z.object({ type: z.string(), status: z.string(), expiresOn: z.string().nullable() })

/** A person among several that a search found. */
export const FoundPerson = z.object({
  characterId: z.int(),
  name: z.string(),
  birthYear: z.int().nullable(),
  flags: z.array(z.string()),
})
/** A person's record, as an officer's lookup shows it. */
export const PersonHits = z.object({
  characterId: z.int(),
  name: z.string(),
  bornOn: z.string().nullable(),
  address: z.string(),
  postal: z.string(),
  description: z.string(),
  occupation: z.string(),
  phone: z.string(),
  isDeceased: z.boolean(),
  cautions: z.array(z.string()),
  licences: z.array(LicenceSummary),
  vehicles: z.array(z.object({ plate: z.string(), model: z.string(), colour: z.string() })),
  weapons: z.array(z.object({ serial: z.string(), model: z.string() })),
  flags: z.array(z.string()),
  bolos: z.array(BoloSummary),
})
export type PersonHits = z.infer<typeof PersonHits>

/**
 * A fine, jail time or both from a final report; or a later change of it (`changed`: reduced, dropped, released or voided) with the rest
 * that remains. Sent until the bridge answers, so the same message may arrive again with the same id.
 */
export const PenaltyMessage = z.object({
  /** Each message has its own id. */
  messageId: z.int(),
  change: z.enum(['imposed', 'changed']),
  reportId: z.int(),
  /** The number as printed: C-2026-0042. */
  number: z.string(),
  characterId: z.int(),
  /** The character's id in the game, if it came from there. */
  externalId: z.string().nullable(),
  name: z.string(),
  /** The Steam hex of the member; null where the character belongs to nobody. */
  steam: z.string().nullable(),
  fine: z.int(),
  jailMinutes: z.int(),
  offences: z.array(z.object({ code: z.string(), title: z.string(), counts: z.int() })),
  /** Why the penalty changed. */
  reason: z.string(),
  at: z.string(),
})
export type PenaltyMessage = z.infer<typeof PenaltyMessage>

/** The character that a player plays. */
export const PlayedCharacter = z.object({
  characterId: z.int(),
  externalId: z.string().nullable(),
  name: z.string(),
  bornOn: z.string().nullable(),
  licences: z.array(LicenceSummary),
})
export type PlayedCharacter = z.infer<typeof PlayedCharacter>
