import { expect, test } from 'vitest'
import { buildField } from '../../fields/testing/build-field.ts'
import { fieldGroups, searchableFields, wantedMatch } from './field-lookup.ts'

const fields = [
  buildField(1, { of: 'character', name: 'Gang', audience: ['owner', 'police'] }),
  buildField(2, { of: 'character', name: 'Blood type', audience: ['owner', 'fire'] }),
  buildField(3, { of: 'vehicle', name: 'Insurer', audience: ['owner', 'police', 'fire'] }),
  buildField(4, { of: 'arrest', name: 'Booking number', audience: ['police'] }),
  buildField(5, { of: 'patient', name: 'Triage', audience: ['fire'] }),
  buildField(6, { of: 'character', name: 'Hobby', audience: ['owner'] }),
  buildField(7, { of: 'vehicle', name: 'Old', isRetired: true }),
]

test('fields can be searched by units that see them and can open their records', () => {
  expect(searchableFields(fields, 'police').map(({ fieldId }) => fieldId)).toEqual([1, 3, 4])
  expect(searchableFields(fields, 'fire').map(({ fieldId }) => fieldId)).toEqual([2, 5])
})

test('fields are grouped by the kind of record that has them', () => {
  expect(fieldGroups(searchableFields(fields, 'police'), 'police')).toEqual([
    { group: 'Persons', items: [{ value: '1', label: 'Gang' }] },
    { group: 'Vehicles', items: [{ value: '3', label: 'Insurer' }] },
    { group: 'Arrest reports', items: [{ value: '4', label: 'Booking number' }] },
  ])
})

test('a match opens its record; a report opens on its own page', () => {
  const match = { id: 7, label: 'Dexter Marlowe', value: 'Ballas' }
  expect(wantedMatch({ ...match, of: 'character' }, 'police')).toMatchObject({
    kind: 'lookup',
    request: { by: 'character', characterId: 7 },
  })
  expect(wantedMatch({ ...match, of: 'character' }, 'fire')).toMatchObject({ kind: 'patient', characterId: 7 })
  expect(wantedMatch({ ...match, of: 'vehicle' }, 'police')).toMatchObject({ request: { by: 'vehicle', vehicleId: 7 } })
  expect(wantedMatch({ ...match, of: 'arrest' }, 'police')).toBeNull()
})
