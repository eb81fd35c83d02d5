import { expect, test } from 'vitest'
import { createStore } from '../../../platform/storage/storage.ts'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { callState, EmergencyForm, keepEmergency, loadEmergency, plainTypes, sentEmergency } from './emergency-form.ts'

const noStorage = () => {
  throw new Error('refused')
}
const draft = { narrative: 'Smoke from the roof', location: '', postal: '', caller: 'Milo', callTypeId: 0 }

test('a call says what happened and where; a postal will do', () => {
  expect(schemaErrors(EmergencyForm, { ...draft, narrative: ' ' })).toEqual({
    narrative: 'Say what happened',
    location: 'Say where, or give a postal',
  })
  expect(schemaErrors(EmergencyForm, { ...draft, postal: '8077' })).toEqual({})
})

test('the typed text is there again, with the name that was last used', () => {
  const store = createStore(noStorage)
  expect(loadEmergency(store, 1, 'Milo Finch')).toEqual({ narrative: '', location: '', postal: '', caller: 'Milo Finch', callTypeId: 0 })
  keepEmergency(store, 1, draft)
  expect(loadEmergency(store, 1, 'Milo Finch')).toEqual(draft)
  expect(loadEmergency(store, 2, 'Vera')).toMatchObject({ narrative: '', caller: 'Vera' })
  keepEmergency(store, 1, sentEmergency({ ...draft, caller: 'Old Tom' }))
  expect(loadEmergency(store, 1, 'Milo Finch')).toMatchObject({ narrative: '', caller: 'Old Tom' })
})

test.each(['', 'null', '[]', '{"narrative":7}', 'broken'])('stored nonsense (%j) is an empty form', (stored) => {
  const store = createStore(noStorage)
  store.setItem('emergency.v1.1', stored)
  expect(loadEmergency(store, 1, 'Milo')).toMatchObject({ narrative: '', caller: 'Milo' })
})

test('a caller is not offered what only dispatch says', () => {
  const type = (code: string) => ({ callTypeId: 1, code, name: code, priority: 2 as const, classes: [] })
  expect(plainTypes([type('911'), type('Panic'), type('MEDICAL')]).map(({ code }) => code)).toEqual(['MEDICAL'])
})

test('the state of a call is told in plain words', () => {
  expect(callState({ status: 'pending' }).words).toBe('Received')
  expect(callState({ status: 'active' }).words).toBe('Units are on the way')
  expect(callState({ status: 'cleared' }).words).toBe('Closed')
})
