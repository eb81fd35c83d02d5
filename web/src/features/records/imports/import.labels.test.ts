import { IMPORT_COLUMNS, IMPORT_FILE_BYTES, OFFENCE_FIELDS, type Import } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { buildField } from '../fields/testing/build-field.ts'
import { columnsOf, formatOf, outcomeOf, problemWith, stateOf, templateOf, whyNot } from './import.labels.ts'
import { counted } from '../../../platform/format/text.ts'

const checked = { kind: 'people', state: 'ready', toAdd: 2, toChange: 1, problemRows: 1, added: 0, changed: 0, rows: 4 } as Import

test('offences with a problem can’t be imported; people are imported without the rows that have problems', () => {
  expect(whyNot(checked)).toBeNull()
  expect(whyNot({ ...checked, kind: 'offences' })).toContain('all or none')
  expect(whyNot({ ...checked, toAdd: 0, toChange: 0 })).toContain('Every row has a problem')
  expect(whyNot({ ...checked, toAdd: 0, toChange: 0, problemRows: 0 })).toContain('already in the portal')
})

test('a file is known by the end of its name, and refused before it is sent', () => {
  expect(['a.CSV', 'b.tsv', 'c.json', 'd.xlsx'].map(formatOf)).toEqual(['csv', 'csv', 'json', null])
  expect(problemWith({ name: 'people.xlsx', size: 1 })).toContain('.csv or .json')
  expect(problemWith({ name: 'people.csv', size: 0 })).toContain('empty')
  expect(problemWith({ name: 'people.csv', size: IMPORT_FILE_BYTES + 1 })).toContain('at most 50 MB')
  expect(problemWith({ name: 'people.csv', size: IMPORT_FILE_BYTES })).toBeNull()
})

test('the list tells the outcome of an import', () => {
  expect(outcomeOf(checked)).toBe('4 rows')
  expect(outcomeOf({ ...checked, state: 'done', added: 1200, changed: 1 })).toBe('1,200 added, 1 changed')
  expect(outcomeOf({ ...checked, state: 'cancelled', rows: 0 })).toBe('')
  expect(stateOf({ ...checked, problemRows: 0 }).word).toBe('Checked')
  expect(stateOf(checked).word).toBe('Problems found')
  expect([counted(1, 'row'), counted(1000, 'row')]).toEqual(['1 row', '1,000 rows'])
})

test('a template has the columns of its kind; that of offences is the header of their export', () => {
  expect(templateOf('people', [])).toMatch(/^\uFEFFexternalId,name,bornOn,/)
  expect(templateOf('offences', [])).toBe(`\uFEFF${OFFENCE_FIELDS.join(',')}\r\n`)
  expect(IMPORT_COLUMNS.offences.map(({ name }) => name)).toEqual(OFFENCE_FIELDS)
})

test('the community’s own fields are columns too, except retired ones', () => {
  const fields = [
    buildField(1, { name: 'Gearbox', type: 'choice', options: ['Manual', 'Automatic'], help: 'As built' }),
    buildField(2, { isRetired: true }),
    buildField(3, { of: 'character', name: 'Gang' }),
  ]
  expect(columnsOf('vehicles', fields).at(-1)).toEqual({ name: 'field: Gearbox', help: 'One of Manual, Automatic. As built' })
  expect(templateOf('people', fields)).toContain(',field: Gang')
  expect(columnsOf('offences', fields)).toEqual(IMPORT_COLUMNS.offences)
})
