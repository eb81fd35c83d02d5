import { queryOptions, useQuery } from '@tanstack/react-query'
import { getLocationHistory, listCallTypes, listDispatchers, type Call, type CallType } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'

const callTypesQuery = queryOptions({
  queryKey: ['calls', 'types'],
  queryFn: ({ signal }) => call(listCallTypes, { quiet: true, signal }),
  staleTime: 10 * 60_000,
})

const NONE: readonly CallType[] = []
const byId = (types: readonly CallType[]): ReadonlyMap<number, CallType> => new Map(types.map((type) => [type.callTypeId, type]))
const EMPTY = byId(NONE)

/** The call types in display order; empty until loaded. */
export const useCallTypes = (): readonly CallType[] => useQuery(callTypesQuery).data ?? NONE

/** The call types by id. */
export const useCallTypesById = ({ enabled = true } = {}): ReadonlyMap<number, CallType> =>
  useQuery({ ...callTypesQuery, select: byId, enabled }).data ?? EMPTY

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
