import { expect, test } from 'vitest'
import { buildCharacter, buildLicence, buildRecords, buildVehicle } from '../own-records/testing/build-records.ts'
import { ageNow, birthWords, characterFlags, countWords, inCharacterOrder, lossWords, serverName } from './character.labels.ts'

const NOW = new Date('2026-11-16T21:00:00Z')
const records = buildRecords({
  characters: [buildCharacter(1), buildCharacter(2)],
  vehicles: [buildVehicle(1, 1, { stolen: { at: NOW.toISOString(), note: '', isByOwner: true } }), buildVehicle(2, 1), buildVehicle(3, 2)],
  licences: [buildLicence(1, 1, { status: 'suspended', suspendedUntil: '2027-01-02T00:00:00.000Z' })],
})

test('an age changes on the birthday, and is empty without a birth date', () => {
  expect([ageNow('1991-11-17', NOW), ageNow('1991-11-16', NOW), ageNow('1991-12-01', NOW), ageNow(null, NOW)]).toEqual([34, 35, 34, null])
  expect([birthWords('1991-03-03', NOW), birthWords(null, NOW)]).toEqual(['3 Mar 1991, 35 years', 'Unknown'])
})

test('the belongings of a character are counted, and its flags say what needs attention', () => {
  expect([1, 2, 9].map((id) => countWords(records, id))).toEqual(['2 vehicles, 1 licence', '1 vehicle', 'Nothing registered'])
  expect(characterFlags(records, buildCharacter(1), NOW).map(({ word }) => word)).toEqual(['Vehicle stolen', 'Licence suspended'])
  expect(characterFlags(records, buildCharacter(2, { deceased: { at: NOW.toISOString(), cause: '' } }), NOW)).toEqual([
    { word: 'Deceased', tone: 'off' },
  ])
})

test('the played character comes first, then the last used, then the newest; the deceased last', () => {
  const order = inCharacterOrder([
    buildCharacter(1, { deceased: { at: NOW.toISOString(), cause: '' }, lastUsedAt: '2026-11-16T00:00:00.000Z' }),
    buildCharacter(2),
    buildCharacter(3, { lastUsedAt: '2026-11-01T00:00:00.000Z' }),
    buildCharacter(4, { lastUsedAt: '2026-10-01T00:00:00.000Z', playedOn: 1 }),
    buildCharacter(5),
  ])
  expect(order.map(({ characterId }) => characterId)).toEqual([4, 3, 5, 2, 1])
})

test('a deletion names what goes with the character', () => {
  expect(lossWords(records, 1)).toMatch(/^Its 2 vehicles and 1 licence are deleted with it\./)
  expect(lossWords(records, 2)).toMatch(/^Its 1 vehicle is deleted with it\./)
  expect(lossWords(records, 9)).toBe('What was written about it stays on record.')
})

test('a server is named, by its number while the names are loading', () => {
  expect([serverName([{ serverId: 1, name: 'San Andreas' }], 1), serverName(undefined, 1)]).toEqual(['San Andreas', 'Server 1'])
})
