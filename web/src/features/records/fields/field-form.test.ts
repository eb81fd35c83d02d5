import { expect, test } from 'vitest'
import { schemaErrors } from '../../../ui/form-errors.ts'
import { draftOfField, FieldForm, newField } from './field-form.ts'
import { audienceWords, fieldWords, firstAudience } from './field.labels.ts'
import { buildField } from './testing/build-field.ts'

const choice = { ...newField('vehicle'), name: 'Gearbox', type: 'choice' as const }

test('blank lines among the options are left out, and only a choice has options', () => {
  expect(FieldForm.parse({ ...choice, options: [' Manual ', '', 'Automatic'] }).options).toEqual(['Manual', 'Automatic'])
  expect(FieldForm.parse({ ...choice, type: 'text', options: ['Manual'] }).options).toEqual([])
})

test('a choice without options, with the same option twice, or with a long option says so at the line', () => {
  expect(schemaErrors(FieldForm, { ...choice, options: ['', ' '] })).toEqual({ 'options.0': 'Enter at least one option' })
  expect(schemaErrors(FieldForm, { ...choice, options: ['Manual', '', 'manual'] })).toEqual({ 'options.2': 'This option is there already' })
  expect(schemaErrors(FieldForm, { ...choice, options: ['x'.repeat(81)] })).toEqual({ 'options.0': 'An option has at most 80 characters' })
})

test('a field without a name, or that nobody sees, is refused', () => {
  expect(schemaErrors(FieldForm, { ...newField('vehicle'), audience: [] })).toEqual({
    name: 'Enter a name',
    audience: 'Choose who sees it',
  })
})

test('values that were read go back unchanged', () => {
  const field = buildField(1, { type: 'choice', options: ['Manual'], isRequired: true })
  expect(FieldForm.parse(draftOfField(field))).toEqual({
    of: 'vehicle',
    type: 'choice',
    name: 'Field 1',
    help: '',
    options: ['Manual'],
    isRequired: true,
    audience: ['owner', 'police'],
  })
})

test('a field in words: its type, whether it is required, and its audience', () => {
  expect(fieldWords(buildField(1, { type: 'choice', options: ['A', 'B'], isRequired: true, audience: ['fire', 'owner'] }))).toBe(
    'Choice of A, B · required · for owner, fire and medical',
  )
  expect(audienceWords({ of: 'arrest', audience: ['police', 'owner'] })).toBe('on the copy too')
  expect(fieldWords(buildField(1, { of: 'patient', audience: ['fire'], type: 'flag' }))).toBe('Yes or no')
})

test('a field of a report is for the service that writes it', () => {
  expect([firstAudience('arrest'), firstAudience('treatment'), firstAudience('character')]).toEqual([
    ['police'],
    ['fire'],
    ['owner', 'police'],
  ])
})
