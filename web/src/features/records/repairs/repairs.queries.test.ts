import { expect, test } from 'vitest'
import { CharacterFields, VehicleFields } from './repairs.queries.ts'

const character = { name: 'Ida Strand', bornOn: '', memberEmail: ' ', isDeleted: false, reason: 'Asked for it', version: 1 }
const vehicle = { plate: 'A 1', vin: '', model: 'Sultan', colour: '', characterId: '', isDeleted: false, reason: 'Typo', version: 1 }

test('an empty owner means that the record belongs to nobody', () => {
  expect(CharacterFields.parse(character)).toMatchObject({ bornOn: null, memberEmail: null })
  expect(VehicleFields.parse(vehicle)).toMatchObject({ characterId: null })
})

test('a character is given by its number, with or without the sign', () => {
  expect(VehicleFields.parse({ ...vehicle, characterId: '#120' }).characterId).toBe(120)
  expect(VehicleFields.parse({ ...vehicle, characterId: ' 7 ' }).characterId).toBe(7)
  expect(VehicleFields.safeParse({ ...vehicle, characterId: 'Ida' }).error?.issues[0]?.path).toEqual(['characterId'])
})

test('an invalid email address is refused at its field', () => {
  expect(CharacterFields.safeParse({ ...character, memberEmail: 'ida' }).error?.issues[0]?.path).toEqual(['memberEmail'])
})
