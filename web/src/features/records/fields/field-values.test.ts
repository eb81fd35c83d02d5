import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { draftOf, factsOf, fieldProblems, fieldsForm, fieldsOf, filledBy, keptBy, toInput } from './field-values.ts'
import { buildField } from './testing/build-field.ts'

const text = buildField(1, { isRequired: true })
const number = buildField(2, { type: 'number' })
const date = buildField(3, { type: 'date' })
const choice = buildField(4, { type: 'choice', options: ['Manual', 'Automatic'], isRequired: true })
const flag = buildField(5, { type: 'flag', isRequired: true })
const all = [text, number, date, choice, flag]

test('typed text becomes values: blank fields are left out, texts are trimmed, numbers are numbers', () => {
  const draft = { 1: ' Chrome ', 2: '12,5', 3: '', 4: 'Manual', 5: false, 99: 'of another kind' }
  expect(toInput(all, draft)).toEqual({ 1: 'Chrome', 2: 12.5, 4: 'Manual', 5: false })
})

test('zero and no are values, and a number that was read goes back as it was', () => {
  const required = [buildField(2, { type: 'number', isRequired: true }), flag]
  expect(fieldProblems(required, { 2: 0, 5: false })).toEqual({})
  expect(toInput(required, { 2: 0, 5: false })).toEqual({ 2: 0, 5: false })
})

test('each field says what is missing or wrong, where the server would', () => {
  expect(fieldProblems(all, { 1: '  ', 2: '12a', 3: '', 4: '', 5: '' })).toEqual({
    'fields.1': 'Enter a text',
    'fields.2': 'Enter a number',
    'fields.4': 'Choose one',
    'fields.5': 'Choose yes or no',
  })
  expect(fieldProblems([text], { 1: 'x'.repeat(501) })).toEqual({ 'fields.1': 'At most 500 characters' })
})

test('fields in a form give the same problems and values', () => {
  expect(schemaErrors(fieldsForm(all), draftOf(all, { 4: 'Manual' }))).toEqual({ 1: 'Enter a text', 5: 'Choose yes or no' })
  expect(fieldsForm(all).parse({ 1: 'Chrome', 4: 'Manual', 5: true })).toEqual({ 1: 'Chrome', 4: 'Manual', 5: true })
})

test.each(['1e5', '0x10', '.', '1.2.3', 'Infinity', '--1'])('%s is no number', (typed) => {
  expect(fieldProblems([number], { 2: typed })).toEqual({ 'fields.2': 'Enter a number' })
})

test('a form starts with a key for every field', () => {
  expect(draftOf([text, number], { 2: 7, 9: 'retired' })).toEqual({ 1: '', 2: 7 })
})

test('the owner fills in what they see, units what the owner does not, and a writer everything', () => {
  const own = buildField(1, { audience: ['owner', 'police'] })
  const police = buildField(2, { audience: ['police', 'fire'] })
  const fire = buildField(3, { audience: ['fire'] })
  const ids = (filler: 'owner' | 'police' | 'fire' | 'writer') =>
    filledBy([own, police, fire], 'vehicle', filler).map(({ fieldId }) => fieldId)
  expect([ids('owner'), ids('police'), ids('fire'), ids('writer')]).toEqual([[1], [2], [2, 3], [1, 2, 3]])
})

test('forms have the fields of their kind that are in use, in their order', () => {
  const fields = [
    buildField(1, { position: 2 }),
    buildField(2, { position: 1 }),
    buildField(3, { isRetired: true }),
    buildField(4, { of: 'arrest' }),
  ]
  expect(fieldsOf(fields, 'vehicle').map(({ fieldId }) => fieldId)).toEqual([2, 1])
})

test('facts are worded by type; a retired field is last and only with a value', () => {
  const retired = buildField(6, { isRetired: true, position: 0 })
  const facts = factsOf([retired, ...all, buildField(7, { isRetired: true })], 'vehicle', {
    1: 'Chrome',
    2: 1250.5,
    5: true,
    6: 'Old',
    99: 'x',
  })
  expect(facts.map(({ text: words }) => words)).toEqual(['Chrome', '1,250.5', 'Yes', 'Old'])
})

test('a unit sends the fields it keeps as they were read, retired fields included, and no field of the owner', () => {
  const fields = [buildField(1), buildField(2, { audience: ['police'] }), buildField(3, { audience: ['police'], isRetired: true })]
  expect(keptBy(fields, 'vehicle', 'police', { 1: 'own', 2: 'seen', 3: 'old' })).toEqual({ 2: 'seen', 3: 'old' })
})
