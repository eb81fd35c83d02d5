import { expect, test } from 'vitest'
import { defaultTableState, parseTableState } from '../../../ui/table-state.ts'
import { followDepartment, MEMBER_DEFAULTS, memberFilter } from './MembersPage.tsx'

const stateOf = (search: Record<string, unknown>) => parseTableState(search, MEMBER_DEFAULTS)

test('a page without anything chosen asks for the first page by name', () => {
  expect(memberFilter(stateOf({}))).toEqual({ page: 1, pageSize: 25, sort: 'name', direction: 'asc' })
})

test('everything in the address is asked for', () => {
  const search = { page: 2, size: 50, sort: '-lastSeenAt', q: ' rosa ', 'f.departmentId': '2', 'f.rankId': '4', 'f.whitelist': 'prod' }
  expect(memberFilter(stateOf({ ...search, 'f.onLeave': 'true', 'f.includeReserves': 'false', 'f.inactiveDays': '30' }))).toEqual({
    page: 2,
    pageSize: 50,
    sort: 'lastSeenAt',
    direction: 'desc',
    q: 'rosa',
    departmentId: 2,
    rankId: 4,
    whitelist: 'prod',
    onLeave: true,
    includeReserves: false,
    inactiveDays: 30,
  })
})

test.each(['lastPatrolAt', 'minutes', 'leave', 'warningPoints'])('the roster can be sorted by %s', (sort) => {
  expect(memberFilter(stateOf({ sort: `-${sort}` }))).toMatchObject({ sort, direction: 'desc' })
})

test('filters that the portal would refuse are not sent', () => {
  const filter = memberFilter(stateOf({ 'f.departmentId': 'police', 'f.whitelist': 'everywhere', sort: 'salary', q: 'x'.repeat(150) }))
  expect(filter).toEqual({ page: 1, pageSize: 25, sort: 'name', direction: 'asc' })
})

test('another department lets go of the rank, anything else keeps it', () => {
  const before = { ...defaultTableState(), filters: { departmentId: '2', rankId: '4' } }
  expect(followDepartment(before, { ...before, filters: { departmentId: '3', rankId: '4' } }).filters).toEqual({ departmentId: '3' })
  expect(followDepartment(before, { ...before, page: 2 }).filters).toEqual(before.filters)
})
