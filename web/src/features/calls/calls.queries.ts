import { queryOptions, useQuery } from '@tanstack/react-query'
import { listCallTypes, type CallType } from '@tenfour/contract'
import { call } from '../../platform/api/client.ts'

const callTypesQuery = queryOptions({
  queryKey: ['calls', 'types'],
  queryFn: ({ signal }) => call(listCallTypes, { quiet: true, signal }),
  staleTime: 10 * 60_000,
})

const NONE: readonly CallType[] = []
const byId = (types: readonly CallType[]): ReadonlyMap<number, CallType> => new Map(types.map((type) => [type.callTypeId, type]))
const EMPTY = byId(NONE)

/** The types of calls in the order they are offered in; empty until they are known. */
export const useCallTypes = (): readonly CallType[] => useQuery(callTypesQuery).data ?? NONE

/** The same by id. */
export const useCallTypesById = (): ReadonlyMap<number, CallType> => useQuery({ ...callTypesQuery, select: byId }).data ?? EMPTY
