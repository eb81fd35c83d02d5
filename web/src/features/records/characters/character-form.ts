import { CharacterInput, type Field, type OwnCharacter } from '@tenfour/contract'
import type { z } from 'zod'
import { draftOf as fieldsDraft, fieldsForm } from '../fields/fields.port.ts'

/** With the community's own fields, as far as the owner fills them in. */
export const characterForm = (fields: readonly Field[]) => CharacterInput.extend({ fields: fieldsForm(fields) })
export type CharacterDraft = z.input<ReturnType<typeof characterForm>>

export const EMPTY_CHARACTER: CharacterDraft = {
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

/** The editable fields of a character, or of a new one; the date field is empty where the birth date is unknown. */
export function draftOf(character: OwnCharacter | null, own: readonly Field[]): CharacterDraft {
  if (!character) return { ...EMPTY_CHARACTER, fields: fieldsDraft(own, {}) }
  const { name, bornOn, address, postal, description, occupation, phone, medicalNotes, contacts, fields } = character
  const draft = { name, bornOn: bornOn ?? '', address, postal, description, occupation, phone, medicalNotes, contacts }
  return { ...draft, fields: fieldsDraft(own, fields) }
}
