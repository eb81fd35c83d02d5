import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { buildVehicle } from '../own-records/testing/build-records.ts'
import { buildField } from '../fields/testing/build-field.ts'
import { draftOf, newVehicle, vehicleForm } from './VehicleDialog.tsx'

const NOW = new Date('2026-11-16T21:00:00Z')

test('an empty date is null, and values that were read go back unchanged', () => {
  const vehicle = buildVehicle(1, 1, { insuredUntil: null })
  const { plate, vin, model, colour, registeredUntil, insuredUntil, fields } = vehicle
  expect(vehicleForm([]).parse(draftOf(vehicle, []))).toEqual({ plate, vin, model, colour, registeredUntil, insuredUntil, fields })
})

test('a new vehicle starts with papers for a year, and each field says what is missing or wrong', () => {
  expect(newVehicle(NOW, [])).toMatchObject({ registeredUntil: '2027-11-16', insuredUntil: '2027-11-16' })
  expect(schemaErrors(vehicleForm([]), { ...newVehicle(NOW, []), vin: '!', registeredUntil: '1850-01-01' })).toEqual({
    plate: 'Enter a plate',
    vin: 'A VIN has at least 3 letters and digits',
    model: 'Enter a model',
    registeredUntil: 'Enter a date between 1970 and 2199',
  })
})

test('a missing required field of the community is named at its place', () => {
  const own = [buildField(4, { isRequired: true })]
  const draft = { ...newVehicle(NOW, own), plate: '46EEK572', model: 'Sultan' }
  expect(schemaErrors(vehicleForm(own), draft)).toEqual({ 'fields.4': 'Enter a text' })
})
