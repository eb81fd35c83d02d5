import { RepairCharacterInput, RepairVehicleInput } from '@tenfour/contract'
import { z } from 'zod'

/** The fields as they are typed: what is left empty is nothing. */
const optional = <T extends z.ZodType<unknown, string | null>>(schema: T) =>
  z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(schema)

export const CharacterFields = RepairCharacterInput.extend({
  bornOn: optional(RepairCharacterInput.shape.bornOn),
  memberEmail: optional(RepairCharacterInput.shape.memberEmail),
})

const NO_NUMBER = 'Enter the number of a character, such as #120'
export const VehicleFields = RepairVehicleInput.extend({
  characterId: z
    .string()
    .regex(/^\s*(#?\d{1,9})?\s*$/, NO_NUMBER)
    .transform((typed) => Number(typed.replace('#', '')) || null)
    .pipe(RepairVehicleInput.shape.characterId),
})
