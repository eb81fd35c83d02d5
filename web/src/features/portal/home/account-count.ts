import { listUsers } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

/** Under `users`, so that adding one counts again. */
export const accountCountQuery = queryOptions({
  queryKey: ['users', 'count'],
  queryFn: async ({ signal }) => {
    const params = { includeDisabled: false, includeDeleted: false }
    return (await call(listUsers, { params, query: { page: 1, pageSize: 1 }, signal, quiet: true })).total
  },
  staleTime: 0,
  refetchOnWindowFocus: true,
  // No room tells of new accounts; the step is done with the first of them.
  refetchInterval: ({ state }) => ((state.data ?? 0) > 1 ? false : 30_000),
  meta: { handled: true },
})
