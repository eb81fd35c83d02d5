import { expect, test } from 'vitest'
import { parseTableState } from '../../../../ui/table-state.ts'
import { buildField, WRITER } from '../view/testing/build-report.ts'
import { nextInQueue, REPORT_TABLE, reportFilter, reportFilters } from './report-list.ts'
import { ReportsSearch } from './reports-search.ts'

const filterOf = (search: Record<string, unknown>) => reportFilter(parseTableState(search, REPORT_TABLE))

test('the address holds kind, state, text, days and the value of a field', () => {
  const filter = filterOf({
    q: ' A-2026-0007 ',
    'f.kind': 'arrest',
    'f.state': 'submitted',
    'f.from': '2026-05-01',
    'f.to': '2026-05-02',
    'f.field': 3,
    'f.value': ' 4L ',
    page: 2,
  })
  expect(filter).toMatchObject({
    q: 'A-2026-0007',
    kind: 'arrest',
    state: 'submitted',
    fieldId: 3,
    fieldValue: '4L',
    page: 2,
    pageSize: 25,
  })
  expect(new Date(filter.from ?? '')).toEqual(new Date(2026, 4, 1, 0, 0, 0, 0))
  expect(new Date(filter.to ?? '')).toEqual(new Date(2026, 4, 2, 23, 59, 59, 999))
})

test('invalid values in the address are ignored, and so is a field without a value', () => {
  const filter = filterOf({ 'f.kind': 'all', 'f.state': 'x', 'f.from': 'yesterday', 'f.field': 3, 'f.other': 'x' })
  expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([1, 25])
  expect(ReportsSearch.parse({ tab: 'x', department: 'y' })).toEqual({ tab: 'mine', department: undefined })
})

test('fields of the chosen kind of report can be searched, and never fields of characters', () => {
  const fields = [
    buildField(),
    buildField({ fieldId: 4, of: 'citation', name: 'Radar' }),
    buildField({ fieldId: 5, of: 'character', name: 'Gang' }),
  ]
  const options = (filters: Record<string, string>) =>
    reportFilters(fields, filters).map(({ id, filter }) => [
      id,
      typeof filter === 'string' ? filter : filter.options.map(({ label }) => label),
    ])
  expect(options({}).slice(2)).toEqual([['field', ['Miranda read by (arrest report)', 'Radar (citation)']]])
  expect(options({ kind: 'citation', field: '4' }).slice(2)).toEqual([
    ['field', ['Radar']],
    ['value', 'text'],
  ])
  expect(options({ kind: 'warning' })).toHaveLength(2)
})

test('after a decision comes the next report in the queue, at its end the first, and never the approver’s own', () => {
  const other = { ...WRITER, userId: 99 }
  const queue = [
    { reportId: 1, writer: WRITER },
    { reportId: 2, writer: other },
    { reportId: 3, writer: WRITER },
  ]
  expect(nextInQueue(queue, 1, 99)?.reportId).toBe(3)
  expect(nextInQueue(queue, 3, 99)?.reportId).toBe(1)
  expect(nextInQueue(queue, 77, 5)?.reportId).toBe(1)
  expect(nextInQueue([{ reportId: 2, writer: other }], 2, 5)).toBeUndefined()
})
