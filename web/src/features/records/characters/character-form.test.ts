import { CharacterInput } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { buildCharacter } from '../own-records/testing/build-records.ts'
import { draftOf, EMPTY_CHARACTER } from './character-form.ts'

test('a character is edited by its own fields alone, and an unknown birth date is an empty field', () => {
  const draft = draftOf(buildCharacter(1, { bornOn: null, phone: '555-0142' }))
  expect(draft).toEqual({ ...EMPTY_CHARACTER, name: 'Character 1', phone: '555-0142' })
})

test('a name and a birth date are needed, and said at their fields', () => {
  expect(schemaErrors(CharacterInput, EMPTY_CHARACTER)).toEqual({
    name: 'Enter a first and last name',
    bornOn: 'Give a day, such as 1990-01-31',
  })
})
