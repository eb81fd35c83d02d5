import type { WarrantContent } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { bailWords, commandOf, defaultExpiry, expiryWords, markOf, subjectLine, supportWords } from './document.labels.ts'

const CHARGE = { revisionId: 1, offenceId: 1, code: 'PC 211', title: 'Robbery', type: 'Felony', counts: 2 } as const
const CONTENT: WarrantContent = {
  type: 'arrest',
  subject: { kind: 'person', characterId: 1, name: 'Dexter Marlowe', bornOn: '1991-03-03' },
  charges: [CHARGE],
  searchFor: '',
  affidavit: 'One.\n\nTwo.\n\n\nThree.',
  callId: 1042,
  callTitle: 'Robbery',
  reports: [{ reportId: 1, number: 'A-2026-0388', about: '' }],
  evidence: [],
  bail: 12_000,
  days: null,
  isConfidential: false,
}

test('every warrant but an active one is marked across the page', () => {
  expect(markOf('active')).toBeNull()
  expect((['submitted', 'review', 'returned'] as const).map(markOf)).toEqual(['NOT SIGNED', 'NOT SIGNED', 'NOT SIGNED'])
  expect((['denied', 'recalled', 'expired', 'served'] as const).map(markOf)).toEqual(['DENIED', 'RECALLED', 'EXPIRED', 'SERVED'])
})

test('each type of warrant has its own command', () => {
  expect(commandOf(CONTENT).command).toBe('You are commanded to arrest the person named and bring them before this court.')
  expect(commandOf({ ...CONTENT, type: 'bench' }).command).toContain('without delay')
  const search = commandOf({ ...CONTENT, type: 'search', subject: { kind: 'place', place: '7214 Del Perro Fwy', postal: '7214' } })
  expect(search.before).toMatch(/believe that at$/u)
  expect(search.command).toContain('search the place described')
})

test('a person is named with the day of birth, a vehicle with its model and colour, a place with its postal', () => {
  expect(subjectLine(CONTENT.subject)).toEqual({ name: 'Dexter Marlowe', detail: 'born 3 March 1991' })
  expect(subjectLine({ kind: 'vehicle', vehicleId: 1, plate: '46EEK572', model: 'Sultan', colour: 'silver' }).detail).toBe('silver Sultan')
  expect(subjectLine({ kind: 'place', place: 'Unit 3', postal: '' })).toEqual({ name: 'Unit 3', detail: '' })
})

test('bail and expiry are requested until the warrant is signed, then set', () => {
  const warrant = { type: 'arrest', state: 'submitted', bail: null, content: CONTENT, signedAt: null, expiresAt: null } as const
  expect(bailWords(warrant)).toBe('Bail of $12,000 is asked for.')
  expect(expiryWords({ ...warrant, content: { ...CONTENT, days: 30 } })).toBe('It is asked for 30 days.')
  const signed = { ...warrant, state: 'active', signedAt: '2026-11-14T22:00:00.000Z', expiresAt: '2026-12-14T12:00:00.000Z' } as const
  expect(bailWords(signed)).toBe('No bail is set.')
  expect(bailWords({ ...signed, bail: 500 })).toBe('Bail is set at $500.')
  expect(expiryWords(signed)).toBe('This warrant expires on 14 December 2026.')
  expect(bailWords({ ...signed, type: 'search' })).toBe('')
})

test('the requested days come before the usual days', () => {
  const now = new Date('2026-11-14T22:00:00.000Z')
  expect(defaultExpiry({ days: 2 }, 30, now).toISOString()).toBe('2026-11-16T22:00:00.000Z')
  expect(defaultExpiry({ days: null }, 30, now).toISOString()).toBe('2026-12-14T22:00:00.000Z')
})

test('the reports and evidence that support a warrant are told in a line, to readers who get them', () => {
  expect(supportWords({ content: CONTENT, hasAffidavit: true })).toBe('Affidavit, 3 paragraphs · call 1042 · report A-2026-0388')
  expect(supportWords({ content: CONTENT, hasAffidavit: false })).toBe('')
})
