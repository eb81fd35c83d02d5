import { z } from 'zod'
import { DayInput, trimmed } from '../values.ts'
import { FieldValuesInput } from './fields.ts'
import { hasRecordKey } from './records.ts'

/** Inputs are in a file of their own, because every page carries the other schemas of vehicles with the rooms. */

/** Plates are stored as they were written, and compared without regard to case, spaces and hyphens. */
export const Plate = trimmed(12, 'A plate has at most 12 characters')
  .min(1, 'Enter a plate')
  .refine((value) => hasRecordKey(value, 1, 12), 'A plate has letters and digits, spaces and hyphens')
export const Vin = trimmed(32, 'A VIN has at most 32 characters').refine(
  (value) => value === '' || hasRecordKey(value, 3, 32),
  'A VIN has at least 3 letters and digits',
)

export const VehicleInput = z.object({
  plate: Plate,
  /** If empty, the portal generates a VIN. */
  vin: Vin.default(''),
  model: trimmed(60, 'A model has at most 60 characters').min(1, 'Enter a model'),
  colour: trimmed(40, 'A colour has at most 40 characters').default(''),
  /** The last day of the registration; null if the vehicle is not registered. */
  registeredUntil: DayInput.nullable().default(null),
  /** The last day of the insurance; null if the vehicle is not insured. */
  insuredUntil: DayInput.nullable().default(null),
  /** Values of the community's own fields that the owner fills in. */
  fields: FieldValuesInput.default({}),
})
export type VehicleInput = z.infer<typeof VehicleInput>
