import { expect, test } from 'vitest'
import { belongingsOf, incomingOffers, withOwnDelta } from './records-state.ts'
import {
  buildCharacter,
  buildClaim,
  buildFine,
  buildLicence,
  buildRecords,
  buildTransfer,
  buildVehicle,
  buildWeapon,
} from './testing/build-records.ts'

const full = buildRecords({
  characters: [buildCharacter(1), buildCharacter(2)],
  vehicles: [buildVehicle(1, 1), buildVehicle(2, 2)],
  licences: [buildLicence(1, 1), buildLicence(2, 2)],
  weapons: [buildWeapon(1, 1), buildWeapon(2, 2)],
  transfers: [buildTransfer(1, 1, 90), buildTransfer(2, 91, 2, { vehicleId: 70 })],
  claims: [buildClaim(1, 1), buildClaim(2, 2)],
  fines: [buildFine(1, 1), buildFine(2, 2)],
})

test('a saved record replaces the known one in its place, and a new record is added', () => {
  const renamed = withOwnDelta(full, { event: 'character.saved', payload: buildCharacter(1, { version: 2, name: 'Dexter Marlowe' }) })
  expect(renamed.characters.map(({ name }) => name)).toEqual(['Dexter Marlowe', 'Character 2'])
  const added = withOwnDelta(full, { event: 'vehicle.saved', payload: buildVehicle(3, 1) })
  expect(added.vehicles.map(({ vehicleId }) => vehicleId)).toEqual([1, 2, 3])
})

test('an answer that comes after a newer change does not take it back', () => {
  const newer = withOwnDelta(full, { event: 'vehicle.saved', payload: buildVehicle(1, 1, { version: 3, colour: 'Red' }) })
  const late = withOwnDelta(newer, { event: 'vehicle.saved', payload: buildVehicle(1, 1, { version: 2, colour: 'Blue' }) })
  expect(late.vehicles[0]?.colour).toBe('Red')
})

test('the same version is taken again, because a licence changes with the date', () => {
  const later = withOwnDelta(full, { event: 'licence.saved', payload: buildLicence(1, 1, { status: 'expired' }) })
  expect(later.licences[0]?.status).toBe('expired')
})

test('a character leaves with all that belonged to it, offers to it included', () => {
  const after = withOwnDelta(full, { event: 'character.left', payload: { characterId: 2 } })
  expect(after).toEqual({
    characters: [full.characters[0]],
    vehicles: [full.vehicles[0]],
    licences: [full.licences[0]],
    weapons: [full.weapons[0]],
    transfers: [full.transfers[0]],
    claims: [full.claims[0]],
    fines: [full.fines[0]],
  })
})

test('a vehicle that leaves takes its offer with it; the others leave one by one', () => {
  const handedOver = withOwnDelta(full, { event: 'vehicle.left', payload: { vehicleId: 1 } })
  expect([handedOver.vehicles.length, handedOver.transfers.map(({ transferId }) => transferId)]).toEqual([1, [2]])
  const answered = withOwnDelta(handedOver, { event: 'transfer.left', payload: { transferId: 2 } })
  const givenUp = withOwnDelta(answered, { event: 'licence.left', payload: { licenceId: 1 } })
  const after = withOwnDelta(givenUp, { event: 'weapon.left', payload: { weaponId: 1 } })
  expect([after.transfers, after.licences.length, after.weapons.length]).toEqual([[], 1, 1])
})

test('a decided claim replaces the open one', () => {
  const after = withOwnDelta(full, { event: 'claim.saved', payload: buildClaim(1, 1, { state: 'granted' }) })
  expect(after.claims.map(({ state }) => state)).toEqual(['granted', 'open'])
})

test('a fine that was paid replaces the unpaid one', () => {
  const after = withOwnDelta(full, { event: 'fine.saved', payload: buildFine(1, 1, { state: 'paid', version: 2 }) })
  expect(after.fines.map(({ state }) => state)).toEqual(['paid', 'unpaid'])
})

test('a character has its own belongings alone, and only offers to the member come in', () => {
  expect(belongingsOf(full, 2)).toEqual({
    vehicles: [full.vehicles[1]],
    licences: [full.licences[1]],
    weapons: [full.weapons[1]],
    claims: [full.claims[1]],
    fines: [full.fines[1]],
  })
  expect(incomingOffers(full).map(({ transferId }) => transferId)).toEqual([2])
})
