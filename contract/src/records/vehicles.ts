import { z } from 'zod'
import { Day, DayInput, Instant, trimmed } from '../values.ts'
import { FieldValues, FieldValuesInput } from './fields.ts'
import { hasRecordKey, RecordActor } from './records.ts'

/** Kept as written; the same without regard to case, spaces and hyphens. */
export const Plate = trimmed(12, 'A plate has at most 12 characters')
  .min(1, 'Enter a plate')
  .refine((value) => hasRecordKey(value, 1, 12), 'A plate has letters and digits, spaces and hyphens')
export const Vin = trimmed(32, 'A VIN has at most 32 characters').refine(
  (value) => value === '' || hasRecordKey(value, 3, 32),
  'A VIN has at least 3 letters and digits',
)

export const VehicleInput = z.object({
  plate: Plate,
  /** Empty for one that the portal makes up. */
  vin: Vin.default(''),
  model: trimmed(60, 'A model has at most 60 characters').min(1, 'Enter a model'),
  colour: trimmed(40, 'A colour has at most 40 characters').default(''),
  /** The last day of the registration; null where it is not registered. */
  registeredUntil: DayInput.nullable().default(null),
  /** The last day of the insurance; null where it is not insured. */
  insuredUntil: DayInput.nullable().default(null),
  /** Of the community's own, as far as the owner fills them in. */
  fields: FieldValuesInput.default({}),
})
export type VehicleInput = z.infer<typeof VehicleInput>

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
  /** Of the community's own, as far as the reader may see them. */
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
