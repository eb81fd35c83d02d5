import { listUserPatrols } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

/** Apart from the other queries: the home page and the desktop need this one alone. */
export const userPatrolsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['patrols', 'user', userId],
    queryFn: ({ signal }) => call(listUserPatrols, { params: { userId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })
