import type { MemberPatrols } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { parseTableState } from '../../../ui/table-state.ts'
import { periodOf } from './period.ts'
import { viewerCsv, viewerFileName } from './ViewerHeader.tsx'
import { MEMBER_TABLE, memberFilter, parseViewer, periodSearch, scopeOf, viewedPeriod } from './viewer-state.ts'

const TODAY = '2026-11-17'
const filterOf = (address: Record<string, unknown>) => {
  const search = parseViewer(address)
  return memberFilter(parseTableState(address, MEMBER_TABLE), scopeOf(viewedPeriod(search, TODAY), search))
}
const stated = (filter: object) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

test('a department that the user does not see is left out of the request', () => {
  expect(parseViewer({ department: '3', rank: '9' }, [2]).department).toBeUndefined()
  expect(parseViewer({ department: '2' }, [2]).department).toBe(2)
  expect(parseViewer({ department: '3' }).department).toBe(3)
})

test('an empty address shows the current week, most hours first', () => {
  expect(stated(filterOf({}))).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
    page: 1,
    pageSize: 25,
    sort: 'hours',
    direction: 'desc',
  })
})

test('the address says period, department, rank, filter, search and order', () => {
  const address = {
    period: 'month',
    from: '2026-10-05',
    department: '2',
    rank: '7',
    q: ' ade ',
    'f.only': 'inactive',
    'f.days': '30',
    sort: 'name',
    page: '3',
  }
  expect(stated(filterOf(address))).toMatchObject({
    from: '2026-10-01',
    to: '2026-10-31',
    departmentId: 2,
    rankId: 7,
    q: 'ade',
    only: 'inactive',
    inactiveDays: 30,
    sort: 'name',
    direction: 'asc',
    page: 3,
  })
})

test('invalid values in the address are ignored, and so is a rank without its department', () => {
  const filter = stated(
    filterOf({ period: 'year', from: 'x', department: '-1', rank: '7', 'f.only': 'all', 'f.days': '30', sort: 'height' }),
  )
  expect(Object.keys(filter).toSorted()).toEqual(['direction', 'from', 'page', 'pageSize', 'sort', 'to'])
})

test('the current week is not in the address, another one is by its first day', () => {
  expect(stated(periodSearch(periodOf({ kind: 'week' }, TODAY), TODAY))).toEqual({})
  expect(stated(periodSearch(periodOf({ kind: 'month', from: '2026-10-05' }, TODAY), TODAY))).toEqual({
    period: 'month',
    from: '2026-10-01',
  })
  const custom = { kind: 'custom', from: '2026-11-01', to: TODAY } as const
  expect(viewedPeriod(parseViewer(periodSearch(custom, TODAY)), TODAY)).toEqual(custom)
})

test('the file has the columns of the table', () => {
  const row: MemberPatrols = {
    userId: 1,
    name: 'Adeyemi, K.',
    avatarColor: 'blue',
    picture: null,
    departmentId: 3,
    departmentName: 'BCSO',
    rankName: 'Deputy',
    countedSeconds: 57_960,
    patrols: 6,
    calls: 24,
    seenPercent: 89,
    quota: { minutes: 360, leaveDays: 1, dueMinutes: 309, countedSeconds: 57_960, weeks: { missed: 2, over: 3 } },
    lastPatrolAt: new Date(2026, 10, 14, 22, 51).toISOString(),
    isOnLeave: false,
    isFlagged: true,
  }
  expect(
    viewerCsv([row, { ...row, name: 'Ito', quota: null, seenPercent: null, lastPatrolAt: null, isFlagged: false, isOnLeave: true }])
      .split('\r\n')
      .slice(1, 3),
  ).toEqual(['"Adeyemi, K.",BCSO,Deputy,16.1,5.15,89,yes,24,2026-11-14 22:51:00,,2,3', 'Ito,BCSO,Deputy,16.1,,,,24,,yes,,'])
  expect(viewerFileName({ from: '2026-11-09', to: '2026-11-15' })).toBe('patrols-2026-11-09-to-2026-11-15.csv')
})
