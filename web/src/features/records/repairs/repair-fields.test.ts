import { expect, test } from 'vitest'
import { CharacterFields, VehicleFields } from './repair-fields.ts'

const character = { name: 'Ida Strand', bornOn: '', memberEmail: ' ', isDeleted: false, reason: 'Asked for it', version: 1 }
const vehicle = { plate: 'A 1', vin: '', model: 'Sultan', colour: '', characterId: '', isDeleted: false, reason: 'Typo', version: 1 }

test('what is left empty belongs to nobody', () => {
  expect(CharacterFields.parse(character)).toMatchObject({ bornOn: null, memberEmail: null })
  expect(VehicleFields.parse(vehicle)).toMatchObject({ characterId: null })
})

test('a number is taken with or without its sign, and nothing else', () => {
  expect(VehicleFields.parse({ ...vehicle, characterId: '#120' }).characterId).toBe(120)
  expect(VehicleFields.parse({ ...vehicle, characterId: ' 7 ' }).characterId).toBe(7)
  expect(VehicleFields.safeParse({ ...vehicle, characterId: 'Ida' }).error?.issues[0]?.path).toEqual(['characterId'])
})

test('an address that is none is named', () => {
  expect(CharacterFields.safeParse({ ...character, memberEmail: 'ida' }).error?.issues[0]?.path).toEqual(['memberEmail'])
})
