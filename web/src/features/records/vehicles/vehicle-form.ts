import { DayInput, VehicleInput, type Field, type OwnVehicle } from '@tenfour/contract'
import { z } from 'zod'
import { draftOf as fieldsDraft, fieldsForm } from '../fields/fields.port.ts'
import { inAYear } from './vehicle.labels.ts'

/** A date field is empty where the contract has null. */
const dayOrNone = z
  .string()
  .transform((day) => day || null)
  .pipe(DayInput.nullable())

/** With the community's own fields, as far as the owner fills them in. */
export const vehicleForm = (fields: readonly Field[]) =>
  VehicleInput.extend({ registeredUntil: dayOrNone, insuredUntil: dayOrNone, fields: fieldsForm(fields) })
export type VehicleDraft = z.input<ReturnType<typeof vehicleForm>>

export const draftOf = (
  { plate, vin, model, colour, registeredUntil, insuredUntil, fields }: OwnVehicle,
  own: readonly Field[],
): VehicleDraft => ({
  plate,
  vin,
  model,
  colour,
  registeredUntil: registeredUntil ?? '',
  insuredUntil: insuredUntil ?? '',
  fields: fieldsDraft(own, fields),
})

export const newVehicle = (now: Date, own: readonly Field[]): VehicleDraft => ({
  plate: '',
  vin: '',
  model: '',
  colour: '',
  registeredUntil: inAYear(now),
  insuredUntil: inAYear(now),
  fields: fieldsDraft(own, {}),
})
