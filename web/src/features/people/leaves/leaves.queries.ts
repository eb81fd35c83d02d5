import { listOwnLeaves } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

export const ownLeavesQuery = queryOptions({
  queryKey: ['leaves', 'own'],
  queryFn: ({ signal }) => call(listOwnLeaves, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const refreshLeaves = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['leaves'] })
