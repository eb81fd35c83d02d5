import { ENDPOINTS, listUsers } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { callUrl } from '../src/platform/api/request.ts'
import { USER_TABLE, userListRequest } from '../src/features/users/user-list.ts'
import { parseTableState } from '../src/ui/table-state.ts'
import { firstCalls } from './first-calls.ts'

test('Manage Users asks early for just the list that it shows', () => {
  const { includeDisabled, includeDeleted, filter } = userListRequest(parseTableState({}, USER_TABLE))
  expect(firstCalls('/admin/users', true).signedIn).toContain(callUrl(listUsers.path, { includeDisabled, includeDeleted }, filter))
})

test('who has no session is asked for nothing that needs one', () => {
  expect(firstCalls('/login', false).signedOut).toEqual(['/api/setup'])
  expect(firstCalls('/user/home', true).signedOut).toEqual([])
  expect(firstCalls('/404', false)).toEqual({ signedOut: [], signedIn: [] })
})

test('what is asked early only reads', () => {
  const paths = ['/login', '/user/home', '/cad/desktop', '/livemap', '/admin/users']
  for (const url of paths.flatMap((path) => Object.values(firstCalls(path, true)).flat())) {
    if (url.startsWith('/api/realtime/')) continue
    const parts = url.split('?')[0]?.split('/') ?? []
    const matching = Object.values(ENDPOINTS).filter(({ path }) => {
      const pattern = path.split('/')
      return pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    })
    expect({ url, methods: matching.map(({ method }) => method) }).toEqual({ url, methods: expect.arrayContaining(['GET']) })
  }
})
