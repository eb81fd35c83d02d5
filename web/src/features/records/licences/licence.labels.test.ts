import { expect, test } from 'vitest'
import { buildLicence } from '../own-records/testing/build-records.ts'
import { licenceActions, licenceSlots, licenceWords, pointWords, statusNow } from './licence.labels.port.ts'

const NOW = new Date('2026-11-16T21:00:00Z')
const at = (text: string) => new Date(text)

test('a licence is valid for all of its last day, and expires with the next without anyone acting', () => {
  const licence = buildLicence(1, 1, { expiresOn: '2026-11-16' })
  expect(statusNow(licence, at('2026-11-16T23:59:59Z'))).toBe('valid')
  expect(statusNow(licence, at('2026-11-17T00:00:00Z'))).toBe('expired')
})

test('a suspension ends at its time: the licence is valid again, or has expired meanwhile', () => {
  const suspended = buildLicence(1, 1, { status: 'suspended', suspendedUntil: '2026-11-16T21:00:00.000Z' })
  expect(statusNow(suspended, at('2026-11-16T20:59:59Z'))).toBe('suspended')
  expect(statusNow(suspended, NOW)).toBe('valid')
  expect(statusNow({ ...suspended, expiresOn: '2026-11-01' }, NOW)).toBe('expired')
})

test.each([
  ['applied', {}, 'Applied', 'Waiting for a decision'],
  ['refused', { reason: 'Too young' }, 'Refused', 'Too young'],
  ['valid', {}, 'Valid', 'Until 31 Jan 2027'],
  ['expired', { expiresOn: '2026-10-31' }, 'Expired', 'On 31 Oct 2026'],
  ['suspended', { suspendedUntil: '2027-01-02T12:00:00.000Z', reason: 'Speeding' }, 'Suspended', 'Until 2 Jan 2027: Speeding'],
  ['revoked', { reason: 'Robbery' }, 'Revoked', 'Robbery'],
] as const)('%s is said as a word with what belongs to it', (status, over, word, detail) => {
  expect(licenceWords(buildLicence(1, 1, { status, ...over }), NOW)).toMatchObject({ word, detail })
})

test('points are counted', () => {
  expect([pointWords(1), pointWords(3)]).toEqual(['1 point', '3 points'])
})

test('a member applies, renews within 30 days, and gives up; never while an officer holds it back', () => {
  const actions = (over: Parameters<typeof buildLicence>[2]) => licenceActions(buildLicence(1, 1, over), NOW)
  expect(licenceActions(undefined, NOW)).toEqual(['apply'])
  expect(actions({ status: 'refused' })).toEqual(['apply'])
  expect(actions({ status: 'applied' })).toEqual(['withdraw'])
  expect(actions({ expiresOn: '2026-12-17' })).toEqual(['giveUp'])
  expect(actions({ expiresOn: '2026-12-16' })).toEqual(['renew', 'giveUp'])
  expect(actions({ status: 'expired', expiresOn: '2026-10-01' })).toEqual(['renew', 'giveUp'])
  expect(actions({ status: 'suspended', suspendedUntil: '2027-01-02T12:00:00.000Z' })).toEqual([])
  expect(actions({ status: 'revoked' })).toEqual([])
})

test('each type that is offered has a place, held or not, and so has a licence of a type that is offered no longer', () => {
  const types = [
    { valueId: 21, name: 'Driving' },
    { valueId: 1040, name: 'Boat licence' },
  ]
  const held = [buildLicence(7, 1, { typeId: 1040 }), buildLicence(8, 1, { typeId: 1041, typeName: 'Falconry' })]
  expect(licenceSlots(held, types).map(({ name, licence }) => [name, licence?.licenceId])).toEqual([
    ['Driving', undefined],
    ['Boat licence', 7],
    ['Falconry', 8],
  ])
})
