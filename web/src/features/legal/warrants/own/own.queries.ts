import { listOwnWarrants, type QueryOf, WARRANT_STATE_WORDS, WarrantState } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followOwnWarrants } from '../drafts/own-warrants.ts'
import { refreshWarrant } from '../warrants.queries.ts'
import type { TableFilter } from '../../../../ui/table-columns.ts'
import type { TableState } from '../../../../ui/table-state.ts'

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

export const OWN_TABLE = { sort: null, sortable: [], filterable: ['state'] } as const

const MAX_TERM = 80

/** The request for the state in the address. Invalid values are dropped. */
export const ownFilter = ({ page, size, q, filters }: TableState): QueryOf<typeof listOwnWarrants> => ({
  page,
  pageSize: size,
  q: q.trim().slice(0, MAX_TERM) || undefined,
  state: WarrantState.safeParse(filters['state']).data,
})

export const STATE_FILTER: TableFilter = {
  id: 'state',
  label: 'State',
  filter: { options: WarrantState.options.map((value) => ({ value, label: WARRANT_STATE_WORDS[value] })) },
}
