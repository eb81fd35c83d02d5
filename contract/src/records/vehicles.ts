import { z } from 'zod'
import { Day, Instant } from '../values.ts'
import { FieldValues } from './fields.values.ts'
import { RecordActor, Unapproved } from './records.ts'

export const Stolen = z.object({ at: Instant, note: z.string(), isByOwner: z.boolean() })
export const Impound = z.object({ at: Instant, place: z.string(), reason: z.string(), by: RecordActor })
export type Impound = z.infer<typeof Impound>

export const Vehicle = z.object({
  vehicleId: z.int(),
  version: z.int(),
  plate: z.string(),
  vin: z.string(),
  model: z.string(),
  colour: z.string(),
  registeredUntil: Day.nullable(),
  insuredUntil: Day.nullable(),
  stolen: Stolen.nullable(),
  impound: Impound.nullable(),
  /** Null once approved, or where no approval is needed. */
  unapproved: Unapproved.nullable(),
  /** Values of the community's own fields that the reader may see. */
  fields: FieldValues,
})
export type Vehicle = z.infer<typeof Vehicle>

export const OwnVehicle = Vehicle.extend({ characterId: z.int() })
export type OwnVehicle = z.infer<typeof OwnVehicle>

/** A vehicle offered to another character. */
export const VehicleTransfer = z.object({
  transferId: z.int(),
  vehicleId: z.int(),
  plate: z.string(),
  model: z.string(),
  from: z.object({ characterId: z.int(), name: z.string() }),
  to: z.object({ characterId: z.int(), name: z.string() }),
  offeredAt: Instant,
})
export type VehicleTransfer = z.infer<typeof VehicleTransfer>
