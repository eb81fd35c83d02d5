import { DayInput, VehicleInput, type OwnVehicle } from '@tenfour/contract'
import { z } from 'zod'
import { inAYear } from './vehicle-words.ts'

/** A date field is empty where the contract has null. */
const dayOrNone = z
  .string()
  .transform((day) => day || null)
  .pipe(DayInput.nullable())

export const VehicleForm = VehicleInput.extend({ registeredUntil: dayOrNone, insuredUntil: dayOrNone })
export type VehicleDraft = z.input<typeof VehicleForm>

export const draftOf = ({ plate, vin, model, colour, registeredUntil, insuredUntil, fields }: OwnVehicle): VehicleDraft => ({
  plate,
  vin,
  model,
  colour,
  registeredUntil: registeredUntil ?? '',
  insuredUntil: insuredUntil ?? '',
  fields,
})

export const newVehicle = (now: Date): VehicleDraft => ({
  plate: '',
  vin: '',
  model: '',
  colour: '',
  registeredUntil: inAYear(now),
  insuredUntil: inAYear(now),
  fields: {},
})
