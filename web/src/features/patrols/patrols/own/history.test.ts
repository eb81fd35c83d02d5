import { expect, test } from 'vitest'
import { tableMinWidth } from '../../../../ui/table-columns.ts'
import { defaultTableState } from '../../../../ui/table-state.ts'
import { at, buildPatrol } from '../testing/build-patrol.ts'
import { historyColumns } from './history-columns.tsx'
import { historyCsv, HISTORY_TABLE, historyFilter, onlyDay } from './history.ts'
import { emptyWords } from './PatrolHistory.tsx'

const start = defaultTableState(HISTORY_TABLE)

test('the request follows the address; invalid values are dropped', () => {
  expect(historyFilter(start)).toMatchObject({ page: 1, pageSize: 25, sort: 'startedAt', direction: 'desc' })
  const filters = { from: '2026-11-01', to: '2026-13-01', departmentId: '2', serverId: '-1', only: 'silence' }
  expect(historyFilter({ ...start, filters, sort: { id: 'seconds', desc: false } })).toEqual({
    page: 1,
    pageSize: 25,
    from: '2026-11-01',
    to: undefined,
    departmentId: 2,
    serverId: undefined,
    only: 'silence',
    sort: 'seconds',
    direction: 'asc',
  })
})

test('a day chosen in the calendar is the only filter, on the first page', () => {
  const state = { ...start, page: 3, filters: { only: 'cut' } }
  expect(onlyDay(state, '2026-11-14')).toEqual({ ...start, page: 1, filters: { from: '2026-11-14', to: '2026-11-14' } })
})

test('the file has the columns of the table, in its order, and no formulas', () => {
  const patrol = buildPatrol({ departmentName: '=1+1', endReason: 'silence', correction: 'accepted' })
  const [header, first] = historyCsv([patrol]).slice(1).split('\r\n')
  // The table has the call sign in the column of the department.
  expect(header?.split(',').filter((name) => name !== 'Call sign')).toHaveLength(historyColumns(new Date()).length)
  expect(first).toBe(
    `2026-11-14 20:02:00,2026-11-14 22:51:00,'=1+1,San Andreas I,2S31,2.82,2.52,2.52,3,"Absence, Ended after silence, Corrected"`,
  )
  expect(historyCsv([buildPatrol({ endedAt: null, seenSeconds: null })])).toContain('2026-11-14 20:02:00,,')
})

test('the patrol under way counts up to now', () => {
  const cell = (id: string) => historyColumns(new Date(at(21, 2))).find((column) => column.id === id)?.value
  const open = buildPatrol({ endedAt: null, seconds: 0, countedSeconds: 0 })
  expect(cell('seconds')?.(open)).toBe('1 h 00')
  expect(cell('endedAt')?.(open)).toBe('On patrol')
  expect(cell('endedAt')?.(buildPatrol())).toBe('22:51')
  expect(cell('endedAt')?.(buildPatrol({ endedAt: at(25, 10) }))).toBe('01:10 next day')
})

test('all columns fit beside each other in a window of 1024 pixels', () => {
  expect(tableMinWidth(historyColumns(new Date()))).toBeLessThanOrEqual(1024 - 2 * 25)
})

test('without a department, the empty list says what has to be done first', () => {
  expect(emptyWords({ userDepartments: [] })).toContain('once you are in a department')
})
