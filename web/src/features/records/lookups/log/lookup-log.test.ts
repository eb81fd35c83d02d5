import type { CurrentUser, LookupLogEntry } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { parseTableState } from '../../../../ui/table-state.ts'
import { LookupLogSearch } from './lookup-log-search.ts'
import { LOOKUP_LOG_TABLE, logDepartments, lookupCsv, lookupLogFilter } from './lookup-log.ts'

const filterOf = (search: Record<string, unknown>) => lookupLogFilter(parseTableState(search, LOOKUP_LOG_TABLE))

test('the address holds member, kind, call, days and text', () => {
  const filter = filterOf({
    q: ' 46eek ',
    'f.kind': 'search',
    'f.call': '#1042',
    'f.who': '12',
    'f.whom': '7',
    'f.from': '2026-05-01',
    'f.to': '2026-05-02',
    page: 2,
  })
  expect(filter).toMatchObject({ q: '46eek', kind: 'search', callId: 1042, userId: 12, characterId: 7, page: 2, pageSize: 50 })
  expect(new Date(filter.from ?? '')).toEqual(new Date(2026, 4, 1, 0, 0, 0, 0))
  expect(new Date(filter.to ?? '')).toEqual(new Date(2026, 4, 2, 23, 59, 59, 999))
})

test('invalid values in the address are ignored', () => {
  const filter = filterOf({ 'f.kind': 'all', 'f.call': 'x', 'f.who': '-1', 'f.from': 'yesterday' })
  expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([1, 50])
  expect(LookupLogSearch.parse({ department: 'x' })).toEqual({ department: undefined })
})

test('only departments whose rank may see the log are offered', () => {
  const departments = [
    { departmentId: 2, capabilities: ['seeLookups'], department: { name: 'LSPD' } },
    { departmentId: 3, capabilities: ['approveReports'], department: { name: 'BCSO' } },
  ] as unknown as CurrentUser['userDepartments']
  expect(logDepartments({ userDepartments: departments })).toEqual([{ departmentId: 2, name: 'LSPD' }])
})

test('the exported file has a line for each entry', () => {
  const entry: LookupLogEntry = {
    lookupId: 1,
    kind: 'lookup',
    by: { userId: 12, name: 'R. Delgado', identifier: '4L12' },
    department: { departmentId: 2, name: 'LSPD' },
    at: new Date(2026, 4, 1, 14, 5).toISOString(),
    serverId: 1,
    callId: 1042,
    query: '46EEK572',
    found: ['46EEK572, Karin Sultan'],
    characterId: 7,
    flags: ['Stolen', 'BOLO'],
  }
  expect(lookupCsv([entry], () => 'San Andreas I').split('\r\n')[1]).toBe(
    '2026-05-01 14:05:00,4L12,R. Delgado,Lookup,46EEK572,"46EEK572, Karin Sultan",Stolen; BOLO,1042,San Andreas I,LSPD',
  )
})
