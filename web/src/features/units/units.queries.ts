import { getUnit, listBeats } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/client.ts'

/** The member's own unit, off duty too; null where they never were on duty. */
export const ownUnitQuery = (userId: number) =>
  queryOptions({
    queryKey: ['units', userId],
    queryFn: ({ signal }) => call(getUnit, { params: { userId }, quiet: true, signal }),
    refetchOnMount: 'always',
    meta: { handled: true },
  })

export const beatsQuery = queryOptions({
  queryKey: ['beats'],
  queryFn: ({ signal }) => call(listBeats, { quiet: true, signal }),
  staleTime: 5 * 60_000,
  meta: { handled: true },
})
