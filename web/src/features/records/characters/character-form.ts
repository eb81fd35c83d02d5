import type { CharacterInput, OwnCharacter } from '@tenfour/contract'

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
  fields: {},
}

/** What can be edited of a character; a date field is empty where the birth date is unknown. */
export function draftOf(character: OwnCharacter): CharacterInput {
  const { name, bornOn, address, postal, description, occupation, phone, medicalNotes, contacts, fields } = character
  return { name, bornOn: bornOn ?? '', address, postal, description, occupation, phone, medicalNotes, contacts, fields }
}
