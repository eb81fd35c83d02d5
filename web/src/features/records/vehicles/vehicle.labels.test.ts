import { expect, test } from 'vitest'
import { buildTransfer, buildVehicle } from '../own-records/testing/build-records.ts'
import { heldBack, inAYear, offerOf, vehicleDetail, vehicleFlags, vehicleName } from './vehicle.labels.ts'

const NOW = new Date('2026-11-16T21:00:00Z')
const BY = { userId: 9, name: 'Rosa Delgado', identifier: '4L12' }
const STOLEN = { at: '2026-11-10T12:00:00.000Z', note: 'From the pier', isByOwner: true }
const IMPOUND = { at: '2026-11-11T12:00:00.000Z', place: 'Davis', reason: 'No insurance', by: BY }
const words = (over: Parameters<typeof buildVehicle>[2]) => vehicleFlags(buildVehicle(1, 1, over), NOW).map(({ word }) => word)

test('a vehicle in order has no flags, on the last day too', () => {
  expect(words({})).toEqual([])
  expect(words({ registeredUntil: '2026-11-16', insuredUntil: '2026-11-16' })).toEqual([])
})

test('the gravest flag comes first', () => {
  expect(words({ stolen: STOLEN, impound: IMPOUND, registeredUntil: '2026-11-15', insuredUntil: null })).toEqual([
    'Stolen',
    'Impounded',
    'Registration expired',
    'Not insured',
  ])
  expect(words({ registeredUntil: null, insuredUntil: '2026-11-15' })).toEqual(['Not registered', 'Insurance expired'])
})

test('a vehicle is named by colour and model, as far as they are known', () => {
  expect([
    vehicleName({ colour: 'Silver', model: 'Sultan' }),
    vehicleName({ colour: '', model: 'Sultan' }),
    vehicleName({ colour: '', model: '' }),
  ]).toEqual(['Silver Sultan', 'Sultan', 'Unknown model'])
})

test('the details of a vehicle tell where it is, what happened to it, or how long its papers last', () => {
  expect(vehicleDetail(buildVehicle(1, 1))).toBe('Registered until 31 Jan 2027 · insured until 31 Jan 2027')
  expect(vehicleDetail(buildVehicle(1, 1, { registeredUntil: null, insuredUntil: null }))).toBe('Not registered · not insured')
  expect(vehicleDetail(buildVehicle(1, 1, { stolen: STOLEN }))).toBe('Reported stolen 10 Nov 2026: From the pier')
  expect(vehicleDetail(buildVehicle(1, 1, { impound: IMPOUND, stolen: STOLEN }))).toBe('Impounded 11 Nov 2026, Davis: No insurance')
})

test('a vehicle can’t be handed over while it is impounded or offered', () => {
  expect(heldBack(buildVehicle(1, 1), undefined)).toBeNull()
  expect(heldBack({ impound: IMPOUND }, undefined)).toMatch(/impounded/)
  expect(heldBack({ impound: null }, buildTransfer(1, 1, 90))).toMatch(/offered to Character 90/)
  expect(offerOf([buildTransfer(5, 1, 90, { vehicleId: 3 })], 3)?.transferId).toBe(5)
})

test('papers start with a year', () => {
  expect([inAYear(NOW), inAYear(new Date('2028-02-29T12:00:00Z'))]).toEqual(['2027-11-16', '2029-03-01'])
})
