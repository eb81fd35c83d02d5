import { queryOptions } from '@tanstack/react-query'
import { getLocationHistory, listDispatchers, type Call } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'

/** Earlier calls at the place of a call. */
export const locationHistoryQuery = ({ serverId, callId, location, postal }: Call) =>
  queryOptions({
    queryKey: ['calls', 'location', serverId, callId, location, postal],
    queryFn: ({ signal }) =>
      call(getLocationHistory, { params: { serverId }, query: { location, postal, except: callId }, quiet: true, signal }),
    enabled: location !== '' || postal !== '',
    staleTime: 60_000,
    meta: { handled: true },
  })

/** The dispatchers a call can be transferred to. */
export const dispatchersQuery = (serverId: number) =>
  queryOptions({
    queryKey: ['calls', 'dispatchers', serverId],
    queryFn: ({ signal }) => call(listDispatchers, { params: { serverId }, quiet: true, signal }),
    staleTime: 0,
    meta: { handled: true },
  })
