import { listTopPatrols, listUserPatrols } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/client.ts'

const REFRESH_MS = 60_000

export const userPatrolsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['patrols', 'user', userId],
    queryFn: ({ signal }) => call(listUserPatrols, { params: { userId }, quiet: true, signal }),
    refetchInterval: REFRESH_MS,
    meta: { handled: true },
  })

export const topPatrolsQuery = queryOptions({
  queryKey: ['patrols', 'top'],
  queryFn: ({ signal }) => call(listTopPatrols, { quiet: true, signal }),
  refetchInterval: REFRESH_MS,
  meta: { handled: true },
})
