import { z } from 'zod'

/** Values by the field's id: a text, a number, a day as YYYY-MM-DD, an option, or true and false. A field without a value is left out. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type FieldValues = z.infer<typeof FieldValues>

/** Kinds of records that have fields of the community's own. The fields of a registration are the questions to people who apply. */
export const FieldOf = z.enum(['character', 'vehicle', 'warning', 'citation', 'arrest', 'incident', 'patient', 'treatment', 'registration'])
export type FieldOf = z.infer<typeof FieldOf>
