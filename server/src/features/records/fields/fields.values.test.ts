import type { Field, FieldType, FieldValue, FieldValues } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { describeChanges, checkValues, visibleFields } from './fields.values.ts'

const field = (fieldId: number, type: FieldType, over: Partial<Field> = {}): Field => ({
  fieldId,
  of: 'character',
  type,
  name: `Field ${fieldId}`,
  help: '',
  options: type === 'choice' ? ['Blue', 'Brown'] : [],
  isRequired: false,
  audience: ['owner', 'police'],
  position: fieldId,
  isRetired: false,
  version: 1,
  ...over,
})
const check = (definition: Field, values: FieldValues, { before = {}, isComplete = true, filler = 'owner' as const } = {}) =>
  checkValues([definition], values, { before, filler, isComplete })
const refused = (work: () => unknown): [string, string | undefined] => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.field]
    throw error
  }
  throw new Error('it was accepted')
}

describe('a value that does not fit its field is refused with the name of the field', () => {
  const wrong: [FieldType, FieldValue][] = [
    ['text', 5],
    ['text', true],
    ['text', 'x'.repeat(501)],
    ['number', '5'],
    ['number', true],
    ['number', Number.NaN],
    ['number', Number.POSITIVE_INFINITY],
    ['number', 2_147_483_648],
    ['number', -2_147_483_648],
    ['date', 20_260_131],
    ['date', '31.01.2026'],
    ['date', '2026-02-30'],
    ['date', '2026-13-01'],
    ['date', '0001-01-01'],
    ['date', '9999-12-31'],
    ['choice', 'Green'],
    ['choice', 'blue'],
    ['choice', 1],
    ['flag', 'yes'],
    ['flag', 1],
  ]
  test.each(wrong)('%s: %s', (type, value) => {
    expect(refused(() => check(field(7, type), { 7: value }))).toEqual(['invalid_input', 'fields.7'])
  })

  const right: [FieldType, FieldValue][] = [
    ['text', 'x'.repeat(500)],
    ['number', -1.5],
    ['number', 0],
    ['date', '2024-02-29'],
    ['choice', 'Brown'],
    ['flag', false],
  ]
  test.each(right)('but not %s: %s', (type, value) => expect(check(field(7, type), { 7: value })).toEqual({ 7: value }))
})

test('a field that does not exist or belongs to another kind is refused', () => {
  expect(refused(() => check(field(7, 'text'), { 8: 'x' }))).toEqual(['invalid_input', 'fields.8'])
})

test('text is trimmed, and an empty field has no value', () => {
  expect(check(field(7, 'text'), { 7: '  Blue ' })).toEqual({ 7: 'Blue' })
  for (const type of ['text', 'number', 'date', 'choice'] as const)
    expect(check(field(7, type), { 7: ' ' }, { before: { 7: 1 } })).toEqual({})
})

test('a required field needs a value once the form is complete; "no" is a value', () => {
  const required = (type: FieldType) => field(7, type, { isRequired: true })
  expect(refused(() => check(required('text'), {}))).toEqual(['invalid_input', 'fields.7'])
  expect(refused(() => check(required('text'), { 7: ' ' }))).toEqual(['invalid_input', 'fields.7'])
  expect(check(required('text'), {}, { isComplete: false })).toEqual({})
  expect(check(required('flag'), { 7: false })).toEqual({ 7: false })
})

test('a retired field keeps its value and accepts no other', () => {
  const retired = field(7, 'text', { isRetired: true, isRequired: true })
  expect(check(retired, {}, { before: { 7: 'Old' } })).toEqual({ 7: 'Old' })
  expect(check(retired, { 7: 'Old' }, { before: { 7: 'Old' } })).toEqual({ 7: 'Old' })
  expect(refused(() => check(retired, { 7: 'New' }, { before: { 7: 'Old' } }))).toEqual(['invalid_input', 'fields.7'])
  expect(refused(() => check(retired, { 7: 'New' }))).toEqual(['invalid_input', 'fields.7'])
})

test('a removed option stays only where it was chosen', () => {
  expect(check(field(7, 'choice'), { 7: 'Green' }, { before: { 7: 'Green' } })).toEqual({ 7: 'Green' })
})

test('fields that the filler does not fill in stay as they are, even if the request names them', () => {
  const all = [
    field(1, 'text', { audience: ['owner', 'police'] }),
    field(2, 'text', { audience: ['police'], isRequired: true }),
    field(3, 'text', { audience: ['police', 'fire'] }),
    field(4, 'text', { audience: ['fire'] }),
  ]
  const before = { 1: 'a', 2: 'b', 3: 'c', 4: 'd' }
  const values = { 1: 'w', 2: 'x', 3: 'y', 4: 'z' }
  const by = (filler: 'owner' | 'police' | 'fire' | 'writer') => checkValues(all, values, { before, filler, isComplete: true })
  expect(by('owner')).toEqual({ ...before, 1: 'w' })
  expect(by('police')).toEqual({ ...before, 2: 'x', 3: 'y' })
  expect(by('fire')).toEqual({ ...before, 3: 'y', 4: 'z' })
  expect(by('writer')).toEqual(values)
  expect(checkValues(all, {}, { before, filler: 'owner', isComplete: true })).toEqual({ 2: 'b', 3: 'c', 4: 'd' })
})

test('an audience sees the values of its fields, retired or not, of this kind only', () => {
  const all = [
    field(1, 'text', { audience: ['owner'] }),
    field(2, 'flag', { audience: ['police'], isRetired: true }),
    field(3, 'text', { audience: ['police'], of: 'arrest' }),
  ]
  const values = { 1: 'a', 2: false, 3: 'c' }
  expect(visibleFields(all, 'character', values, 'police')).toEqual({ 2: false })
  expect(visibleFields(all, 'character', values, 'owner')).toEqual({ 1: 'a' })
  expect(visibleFields(all, 'character', values, 'fire')).toEqual({})
})

test('a change is described with its values only if all its readers may see them', () => {
  const all = [field(1, 'flag', { name: 'Armoured' }), field(2, 'text', { name: 'Code', audience: ['owner'] })]
  expect(describeChanges(all, { 2: 'old' }, { 1: true, 2: 'new' }, ['owner', 'police'])).toEqual(['Armoured yes, was none', 'Code changed'])
  expect(describeChanges(all, { 1: true }, { 1: true }, ['owner'])).toEqual([])
})
