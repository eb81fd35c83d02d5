import { expect, test } from 'vitest'
import { buildCharacter } from '../../records/own-records/testing/build-records.ts'
import { createStore } from '../../../platform/storage/storage.ts'
import { schemaErrors } from '../../../ui/form-errors.ts'
import {
  callerNames,
  callerSent,
  callState,
  EmergencyForm,
  keepEmergency,
  loadEmergency,
  numberCalled,
  plainTypes,
  SENT,
} from './emergency-form.ts'
import { buildCallType } from '../board/testing/build-board.ts'

const noStorage = () => {
  throw new Error('refused')
}
const draft = { number: '', narrative: 'Smoke from the roof', location: '', postal: '', caller: 'Milo', callTypeId: 0 }

test('a call says what happened and where; a postal will do', () => {
  expect(schemaErrors(EmergencyForm, { ...draft, narrative: ' ' })).toEqual({
    narrative: 'Enter what happened',
    location: 'Enter the place or a postal',
  })
  expect(schemaErrors(EmergencyForm, { ...draft, postal: '8077' })).toEqual({})
})

test('the typed text is there again, and gone once it is sent', () => {
  const store = createStore(noStorage)
  expect(loadEmergency(store, 1, 'Milo Finch')).toEqual(SENT)
  keepEmergency(store, 1, draft)
  expect(loadEmergency(store, 1, 'Milo Finch')).toEqual(draft)
  expect(loadEmergency(store, 2, 'Vera')).toEqual(SENT)
  keepEmergency(store, 1, { ...draft, caller: 'Milo Finch' })
  expect(loadEmergency(store, 1, 'Milo Finch')).toEqual({ ...draft, caller: null })
})

test('the number is the one that was chosen, and the first once that is retired', () => {
  const numbers = [{ number: '112' }, { number: '311' }]
  expect(['', '311', '911'].map((chosen) => numberCalled(chosen, numbers)?.number)).toEqual(['112', '311', '112'])
})

test('the caller is the character in use, then the one used last, and the member where there is none', () => {
  const characters = [
    buildCharacter(1, { name: 'Never' }),
    buildCharacter(2, { name: 'Last week', lastUsedAt: '2026-11-01T00:00:00Z' }),
    buildCharacter(3, { name: 'Yesterday', lastUsedAt: '2026-11-08T00:00:00Z', playedOn: 2 }),
    buildCharacter(4, { name: 'Played here', lastUsedAt: '2026-10-01T00:00:00Z', playedOn: 1 }),
    buildCharacter(5, { name: 'Dead', deceased: { at: '2026-11-09T00:00:00Z', cause: 'Fall' } }),
  ]
  expect(callerNames(characters, 1, 'Milo Finch')).toEqual(['Played here', 'Yesterday', 'Last week', 'Never'])
  expect(callerNames([], 1, 'Milo Finch')).toEqual(['Milo Finch'])
})

test('the server names the character in use, and a blank name is anonymous', () => {
  expect([callerSent(null), callerSent(''), callerSent('Old Tom')]).toEqual(['', 'Anonymous', 'Old Tom'])
})

test.each(['', 'null', '[]', '{"narrative":7}', 'broken'])('stored nonsense (%j) is an empty form', (stored) => {
  const store = createStore(noStorage)
  store.setItem('emergency.v1.1', stored)
  expect(loadEmergency(store, 1, 'Milo Finch')).toMatchObject({ narrative: '', caller: null })
})

test('a caller is not offered what only dispatch says', () => {
  const type = (code: string) => buildCallType(1, code)
  expect(plainTypes([type('911'), type('Panic'), type('MEDICAL')]).map(({ code }) => code)).toEqual(['MEDICAL'])
})

test('the state of a call is told in plain words', () => {
  expect(callState({ status: 'pending' }).words).toBe('Received')
  expect(callState({ status: 'active' }).words).toBe('Units are on the way')
  expect(callState({ status: 'cleared' }).words).toBe('Closed')
})
