import { expect, test, vi } from 'vitest'
import { alertsOf, soundsOf, createSoundsInTurn } from './alerts.ts'
import { aBolo, aFlag, aLicence, aPerson, aResult, aVehicle, aWarrant } from '../testing/build-records.ts'

const TODAY = '2026-05-01'
const titles = (result: Parameters<typeof alertsOf>[0]) => alertsOf(result, TODAY).map(({ title }) => title)
const owner = (...licences: ReturnType<typeof aLicence>[]) => ({
  characterId: 7,
  name: 'Dexter Marlowe',
  birthYear: 1991,
  warrants: [],
  licences,
  flags: [],
  recordFlags: [],
})

test('nothing to say about a vehicle that is in order', () => expect(titles(aResult(aVehicle()))).toEqual([]))

test('a vehicle: stolen first, then the BOLO, the owner’s licence, its papers and that it is impounded', () => {
  const vehicle = aVehicle({
    stolen: { at: '2026-04-30T10:00:00.000Z', note: 'Taken from Legion Square', isByOwner: true },
    impound: {
      at: '2026-04-30T10:00:00.000Z',
      place: 'Davis lot',
      reason: 'Evidence',
      by: { userId: 1, name: 'A', identifier: '1A1' },
    },
    registeredUntil: '2026-04-30',
    insuredUntil: null,
    owner: owner(aLicence({ status: 'suspended', suspendedUntil: '2027-01-02T12:00:00.000Z', reason: 'Street racing' })),
  })
  const result = aResult(vehicle, { bolos: [aBolo()] })
  expect(titles(result)).toEqual([
    'Reported stolen',
    'BOLO',
    "Owner’s driver's licence suspended until 2 Jan 2027",
    'Registration expired 30 Apr 2026',
    'Not insured',
    'Impounded',
  ])
  expect(soundsOf(alertsOf(result, TODAY))).toEqual(['stolenVehicle', 'tone', 'suspendedLicense'])
})

test('papers are valid on their last day', () => {
  expect(titles(aResult(aVehicle({ registeredUntil: TODAY, insuredUntil: TODAY })))).toEqual([])
})

test('a carry permit says nothing about a car, but something about its holder', () => {
  const revoked = aLicence({ typeName: 'Concealed carry', concerns: 'weapon', status: 'revoked' })
  expect(titles(aResult(aVehicle({ owner: owner(revoked) })))).toEqual([])
  expect(titles(aResult(aPerson({ licences: [revoked] })))).toEqual(['Concealed carry revoked'])
})

test('a person: revoked before suspended before expired, each sound once', () => {
  const licences = [
    aLicence({ licenceId: 1, type: 'CDL', status: 'expired', expiresOn: '2026-01-02' }),
    aLicence({ licenceId: 2, type: 'DRIVERS', status: 'suspended', suspendedUntil: '2027-01-02T12:00:00.000Z' }),
    aLicence({ licenceId: 3, type: 'CCW', status: 'revoked' }),
  ]
  const alerts = alertsOf(aResult(aPerson({ licences }), { bolos: [aBolo(), aBolo({ boloId: 2 })] }), TODAY)
  expect(soundsOf(alerts)).toEqual(['tone', 'revokedLicense', 'suspendedLicense', 'expiredLicense'])
})

test('flags that warn come with their sound, in the tone of their severity; other flags are no alert', () => {
  const recordFlags = [
    aFlag({ text: 'Carries a shotgun' }),
    aFlag({ flagId: 2, name: 'Caution', severity: 'medium', text: 'Runs' }),
    aFlag({ flagId: 3, name: 'Caution', severity: 'medium', text: 'Bites' }),
    aFlag({ flagId: 4, name: 'Gang member', severity: 'low', warns: false }),
  ]
  const alerts = alertsOf(aResult(aPerson({ recordFlags })), TODAY)
  expect(alerts).toEqual([
    { tone: 'danger', title: 'Armed and dangerous', text: 'Carries a shotgun', sound: 'tone' },
    { tone: 'warning', title: 'Caution', text: 'Runs · Bites', sound: 'tone' },
  ])
  const vehicle = aVehicle({ recordFlags: [aFlag({ name: 'Used in a crime' })], owner: { ...owner(), recordFlags } })
  expect(titles(aResult(vehicle))).toEqual(['Used in a crime', 'Owner: Armed and dangerous', 'Owner: Caution'])
})

test('a plate that nobody has may still have a BOLO', () => expect(titles(aResult(null, { bolos: [aBolo()] }))).toEqual(['BOLO']))

test('sounds play one after the other, and the sounds of the next lookup stop the rest', () => {
  vi.useFakeTimers()
  const played: string[] = []
  const play = createSoundsInTurn((sound) => played.push(sound))
  play(['stolenVehicle', 'tone'])
  expect(played).toEqual(['stolenVehicle'])
  vi.advanceTimersByTime(20_000)
  expect(played).toEqual(['stolenVehicle', 'tone'])
  play(['stolenVehicle', 'tone'])
  play(['expiredLicense'])
  vi.advanceTimersByTime(20_000)
  expect(played).toEqual(['stolenVehicle', 'tone', 'stolenVehicle', 'expiredLicense'])
  vi.useRealTimers()
})

test('an active warrant comes before everything else, with its sound once and first', () => {
  const warrants = [aWarrant(), aWarrant({ warrantId: 2, number: 'W-2026-0377', type: 'bench', bail: null })]
  const alerts = alertsOf(aResult(aPerson({ warrants }), { bolos: [aBolo()] }), TODAY)
  expect(alerts.map(({ title }) => title)).toEqual(['Active arrest warrant W-2026-0114', 'Active bench warrant W-2026-0377', 'BOLO'])
  expect(alerts.map(({ text }) => text).slice(0, 2)).toEqual([
    'Robbery, 2 counts · signed 14 Apr 2026 by V. Oakes · bail $12,000',
    'Robbery, 2 counts · signed 14 Apr 2026 by V. Oakes',
  ])
  expect(soundsOf(alerts)).toEqual(['activeWarrants', 'tone'])
})

test('a vehicle: the warrant to search it, then those of its owner, then that it is stolen', () => {
  const vehicle = aVehicle({
    warrants: [aWarrant({ type: 'search', characterId: null, vehicleId: 3, bail: null })],
    owner: { ...owner(), warrants: [aWarrant({ warrantId: 2, number: 'W-2026-0377' })] },
    stolen: { at: '2026-04-30T10:00:00.000Z', note: '', isByOwner: true },
  })
  expect(titles(aResult(vehicle))).toEqual([
    'Active search warrant W-2026-0114',
    'Owner: active arrest warrant W-2026-0377',
    'Reported stolen',
  ])
})
