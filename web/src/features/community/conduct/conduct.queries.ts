import {
  acceptConduct,
  getConduct,
  listConductMembers,
  listConductVersions,
  publishConduct,
  type ConductFilter,
  type PublishedConduct,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const CONDUCT = ['conduct'] as const

/** The code of conduct as members read it. */
export const conductQuery = queryOptions({
  queryKey: [...CONDUCT, 'current'],
  queryFn: ({ signal }) => call(getConduct, { quiet: true, signal }),
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const versionsQuery = queryOptions({
  queryKey: [...CONDUCT, 'versions'],
  queryFn: ({ signal }) => call(listConductVersions, { quiet: true, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const conductMembersQuery = (filter: ConductFilter) =>
  queryOptions({
    queryKey: [...CONDUCT, 'members', filter],
    queryFn: ({ signal }) => call(listConductMembers, { query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const refreshConduct = (): Promise<void> => queryClient.invalidateQueries({ queryKey: CONDUCT })

export const accept = (number: number) => call(acceptConduct, { body: { number }, quiet: true })
export const publish = (text: string, version: number): Promise<PublishedConduct> =>
  call(publishConduct, { body: { text, version }, quiet: true })
