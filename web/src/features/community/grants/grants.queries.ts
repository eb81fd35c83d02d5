import {
  acceptGrant,
  askGrant,
  declineGrant,
  endGrant,
  givePass,
  listGrants,
  listMembers,
  listOwnGrants,
  previewGrant,
  withdrawGrant,
  type Grant,
  type GrantChange,
  type GrantList,
  type GrantRequest,
  type MemberEffects,
  type NewPass,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const GRANTS = ['grants'] as const
const FOUND = 8

export const grantsQuery = (list: GrantList, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...GRANTS, 'list', list, page, pageSize],
    queryFn: ({ signal }) => call(listGrants, { query: { list, page, pageSize }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

/** Refetched on focus: members have no room that tells of these. */
export const ownGrantsQuery = queryOptions({
  queryKey: [...GRANTS, 'own'],
  queryFn: ({ signal }) => call(listOwnGrants, { quiet: true, signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const refreshGrants = (): Promise<void> => queryClient.invalidateQueries({ queryKey: GRANTS })

/** Members by name, for choosing one. */
export const membersNamed = (q: string) =>
  queryOptions({
    queryKey: [...GRANTS, 'members', q],
    queryFn: async ({ signal }) =>
      (
        await call(listMembers, {
          query: { q, page: 1, pageSize: FOUND, sort: 'name', direction: 'asc', includeReserves: true },
          quiet: true,
          signal,
        })
      ).items,
    staleTime: 10_000,
    meta: { handled: true },
  })

const of = ({ grantId }: Grant) => ({ params: { grantId }, quiet: true }) as const

export const ask = (body: GrantRequest): Promise<Grant> => call(askGrant, { body, quiet: true })
export const give = (body: NewPass): Promise<Grant> => call(givePass, { body, quiet: true })
export const withdraw = (grant: Grant): Promise<Grant> => call(withdrawGrant, { ...of(grant), body: { version: grant.version } })
export const accept = (grant: Grant): Promise<Grant> => call(acceptGrant, { ...of(grant), body: { version: grant.version } })
export const decline = (grant: Grant, reason: string): Promise<Grant> =>
  call(declineGrant, { ...of(grant), body: { version: grant.version, reason } })
export const end = (grant: Grant, reason: string): Promise<Grant> =>
  call(endGrant, { ...of(grant), body: { version: grant.version, reason } })

export const askEffects = (body: GrantChange, signal: AbortSignal): Promise<MemberEffects> =>
  call(previewGrant, { body, signal, quiet: true })
