import { z } from 'zod'
import { BirthDayInput, trimmed } from '../values.ts'
import { FieldValuesInput } from './fields.ts'

/** Inputs are in a file of their own, because every page carries the other schemas of characters with the rooms. */

const line = (max: number, what: string) => trimmed(max, `${what} has at most ${max.toLocaleString('en')} characters`).default('')

export const CharacterName = trimmed(80, 'A name has at most 80 characters').min(2, 'Enter a first and last name')

/** The fields of a character that a member fills in. */
export const CharacterInput = z.object({
  name: CharacterName,
  bornOn: BirthDayInput,
  address: line(160, 'An address'),
  postal: line(16, 'A postal'),
  /** Features that an officer would see: height, build, hair, marks. */
  description: line(500, 'A description'),
  occupation: line(80, 'An occupation'),
  phone: line(32, 'A phone number'),
  /** For fire units alone: allergies, blood type, conditions. */
  medicalNotes: line(1000, 'A medical note'),
  /** People to call in an emergency; for fire units alone. */
  contacts: line(500, 'Contacts'),
  /** Values of the community's own fields that the owner fills in. */
  fields: FieldValuesInput.default({}),
})
export type CharacterInput = z.infer<typeof CharacterInput>
export const CHARACTER_FIELDS = CharacterInput.keyof().options
