import { listOwnWarrants, type QueryOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followOwnWarrants } from '../drafts/own-warrants.port.ts'
import { refreshWarrant } from '../warrant-view.port.ts'

const OWN = ['warrants', 'own'] as const

export const ownWarrantsQuery = (filter: QueryOf<typeof listOwnWarrants>) =>
  queryOptions({
    queryKey: [...OWN, filter],
    queryFn: ({ signal }) => call(listOwnWarrants, { query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

/** Refetches what is on the page as the member's own warrants change. */
export function useLiveOwnWarrants(): void {
  const { userId } = useSignedInUser()
  useEffect(
    () =>
      followOwnWarrants(userId, (news) => {
        if (news.event !== 'own.saved' && news.event !== 'gap') return
        queryClient.invalidateQueries({ queryKey: OWN }).catch(reportError)
        refreshWarrant(news.event === 'gap' ? undefined : news.payload.warrantId).catch(reportError)
      }),
    [userId],
  )
}
