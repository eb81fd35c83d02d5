import { CHARACTER_FIELDS, type CharacterInput, type OwnCharacter } from '@tenfour/contract'

export const EMPTY_CHARACTER: CharacterInput = {
  name: '',
  bornOn: '',
  address: '',
  postal: '',
  description: '',
  occupation: '',
  phone: '',
  medicalNotes: '',
  contacts: '',
}

/** What can be edited of a character; a date field is empty where the birth date is unknown. */
export function draftOf(character: OwnCharacter): CharacterInput {
  const draft = { ...EMPTY_CHARACTER }
  for (const field of CHARACTER_FIELDS) draft[field] = character[field] ?? ''
  return draft
}
