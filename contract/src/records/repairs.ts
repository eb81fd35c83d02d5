import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { EmailAddress } from '../people/users.ts'
import { BirthDayInput, Day, Id, IdParam, trimmed, Version } from '../values.ts'
import { CharacterName } from './characters.input.ts'
import { Reason, RecordOrigin } from './records.ts'
import { Plate, VehicleInput, Vin } from './vehicles.input.ts'

/** The fields that an admin needs to correct a character: no medical notes, no history. Deleted characters are found too. */
export const RepairCharacter = z.object({
  kind: z.literal('character'),
  characterId: z.int(),
  name: z.string(),
  bornOn: Day.nullable(),
  /** The member; null if the character is nobody's. */
  member: z.object({ userId: z.int(), name: z.string(), emailAddress: z.string() }).nullable(),
  origin: RecordOrigin,
  isDeleted: z.boolean(),
  version: z.int(),
})
export type RepairCharacter = z.infer<typeof RepairCharacter>
export const RepairVehicle = z.object({
  kind: z.literal('vehicle'),
  vehicleId: z.int(),
  plate: z.string(),
  vin: z.string(),
  model: z.string(),
  colour: z.string(),
  owner: z.object({ characterId: z.int(), name: z.string() }).nullable(),
  origin: RecordOrigin,
  isDeleted: z.boolean(),
  version: z.int(),
})
export type RepairVehicle = z.infer<typeof RepairVehicle>

export const findRecords = defineEndpoint({
  method: 'POST',
  path: '/api/records/find',
  summary: 'Find characters or vehicles to correct; each search is in the audit log',
  access: admin,
  query: PageQuery,
  body: z.object({
    kind: z.enum(['character', 'vehicle']),
    /** The beginning of a name or plate, the member's email address, or `#` and a number. */
    q: trimmed(254).min(2, 'Type at least 2 characters'),
  }),
  response: pageOf(z.discriminatedUnion('kind', [RepairCharacter, RepairVehicle])),
})

export const RepairCharacterInput = z.object({
  name: CharacterName,
  bornOn: BirthDayInput.nullable(),
  /** Null to take it from its member. */
  memberEmail: EmailAddress.nullable(),
  isDeleted: z.boolean(),
  reason: Reason,
  version: Version,
})

export const repairCharacter = defineEndpoint({
  method: 'PUT',
  path: '/api/records/characters/:characterId',
  summary: 'Correct a character: name, birth date, whose it is, deleted or not. Audited, and the member is told',
  access: admin,
  params: z.object({ characterId: IdParam }),
  body: RepairCharacterInput,
  response: RepairCharacter,
})

export const RepairVehicleInput = z.object({
  plate: Plate,
  /** An empty VIN leaves the present one. */
  vin: Vin,
  model: VehicleInput.shape.model,
  colour: VehicleInput.shape.colour,
  /** Null to take it from its owner. */
  characterId: Id.nullable(),
  isDeleted: z.boolean(),
  reason: Reason,
  version: Version,
})

export const repairVehicle = defineEndpoint({
  method: 'PUT',
  path: '/api/records/vehicles/:vehicleId',
  summary: 'Correct a vehicle: plate, VIN, model, owner, deleted or not. Audited, and the member is told',
  access: admin,
  params: z.object({ vehicleId: IdParam }),
  body: RepairVehicleInput,
  response: RepairVehicle,
})
