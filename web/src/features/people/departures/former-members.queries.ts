import { listFormerMembers, type FormerMember, type FormerMemberFilter } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const FORMER = ['former-members'] as const
export const PAGE_SIZE = 25
export type Shown = FormerMemberFilter['show']
export type Former = FormerMember

export const formerMembersQuery = (show: Shown, q: string, page: number) =>
  queryOptions({
    queryKey: [...FORMER, show, q, page],
    queryFn: ({ signal }) =>
      call(listFormerMembers, { query: { show, page, pageSize: PAGE_SIZE, ...(q !== '' && { q }) }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const refreshFormerMembers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: FORMER })

/** Follows members as they leave and are reinstated. */
export const useLiveFormerMembers = (): void =>
  useEffect(() => {
    const refresh = () => void refreshFormerMembers().catch(reportError)
    return subscribe('former-members', {}, { onSnapshot: (_members, { seq, known }) => known !== seq && refresh(), onDelta: refresh })
  }, [])
