import { UserSort } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { parseTableState } from '../../../ui/table-state.ts'
import { forgetStrayRank, USER_TABLE, userListSearch } from './user-list.ts'
import { userListRequest } from './users.queries.ts'

const requestFor = (search: Record<string, unknown>) => userListRequest(parseTableState(search, USER_TABLE))

describe('the request that an address leads to', () => {
  test('nothing: everyone who is active, by name', () => {
    expect(requestFor({})).toEqual({
      term: '',
      includeDisabled: false,
      includeDeleted: false,
      filter: { page: 1, pageSize: 25, sort: 'name', direction: 'asc' },
    })
  })

  test('everything', () => {
    const search = {
      q: ' rosa ',
      page: '3',
      size: '50',
      sort: '-lastSeenAt',
      'f.department': '2',
      'f.rank': '14',
      'f.role': '3',
      'f.whitelist': 'none',
      'f.disabled': 'yes',
      'f.deleted': 'yes',
    }
    expect(requestFor(search)).toEqual({
      term: 'rosa',
      includeDisabled: true,
      includeDeleted: true,
      filter: { page: 3, pageSize: 50, departmentId: 2, rankId: 14, roleId: 3, whitelist: 'none', sort: 'lastSeenAt', direction: 'desc' },
    })
  })

  test('nonsense counts as not set, and a rank without its department too', () => {
    const { filter } = requestFor({ sort: 'password', 'f.department': 'x', 'f.rank': '14', 'f.role': '-1', 'f.whitelist': 'maybe' })
    expect(filter).toEqual({ page: 1, pageSize: 25, sort: 'name', direction: 'asc' })
  })
})

test('the address keeps the list’s own parameters and no others', () => {
  expect(userListSearch({ q: 'rosa', page: '2', 'f.role': '3', 'f.nonsense': '1', token: 'x' })).toEqual({
    q: 'rosa',
    page: 2,
    'f.role': '3',
  })
})

test('the list can be sorted by everything the portal sorts accounts by', () => {
  expect(USER_TABLE.sortable).toEqual(UserSort.options)
})

test('choosing another department lets go of the rank', () => {
  const before = parseTableState({ 'f.department': '2', 'f.rank': '14' }, USER_TABLE)
  const after = { ...before, filters: { department: '3', rank: '14' } }
  expect(forgetStrayRank(before, after).filters).toEqual({ department: '3' })
  expect(forgetStrayRank(before, before).filters).toEqual({ department: '2', rank: '14' })
})
