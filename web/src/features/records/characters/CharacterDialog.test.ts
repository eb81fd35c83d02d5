import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { buildCharacter } from '../own-records/testing/build-records.ts'
import { buildField } from '../fields/testing/build-field.ts'
import { characterForm, draftOf, EMPTY_CHARACTER } from './CharacterDialog.tsx'

test('a character is edited by its own fields alone, and an unknown birth date is an empty field', () => {
  const draft = draftOf(buildCharacter(1, { bornOn: null, phone: '555-0142' }), [])
  expect(draft).toEqual({ ...EMPTY_CHARACTER, name: 'Character 1', phone: '555-0142' })
})

test('a missing name or birth date is named at its field', () => {
  expect(schemaErrors(characterForm([]), EMPTY_CHARACTER)).toEqual({
    name: 'Enter a first and last name',
    bornOn: 'Enter a date, such as 1990-01-31',
  })
})

test('the community’s own fields are edited with the character, except fields that the owner does not fill in', () => {
  const fields = [buildField(1, { of: 'character', isRequired: true }), buildField(2, { of: 'character', type: 'number' })]
  const draft = draftOf(buildCharacter(1, { fields: { 2: 7, 9: 'retired' } }), fields)
  expect(draft.fields).toEqual({ 1: '', 2: 7 })
  expect(schemaErrors(characterForm(fields), draft)).toEqual({ 'fields.1': 'Enter a text' })
  expect(characterForm(fields).parse({ ...draft, fields: { 1: 'Ballas', 2: '8' } }).fields).toEqual({ 1: 'Ballas', 2: 8 })
})
