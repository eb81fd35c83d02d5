import { listTopPatrols, listUserPatrols } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

export const userPatrolsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['patrols', 'user', userId],
    queryFn: ({ signal }) => call(listUserPatrols, { params: { userId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const topPatrolsQuery = queryOptions({
  queryKey: ['patrols', 'top'],
  queryFn: ({ signal }) => call(listTopPatrols, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})
