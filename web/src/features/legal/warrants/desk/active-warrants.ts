import { listActiveWarrants, type PageOf, type WarrantAlert, type WarrantType } from '@tenfour/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { followWarrantAlerts } from '../../../records/lookups/lookups.port.ts'

export const ACTIVE_PAGE = 25
export type ActiveFilter = { readonly page: number; readonly type: WarrantType | undefined; readonly q: string }

const ACTIVE = ['warrants', 'active'] as const

const activeWarrantsQuery = ({ page, type, q }: ActiveFilter) =>
  queryOptions({
    queryKey: [...ACTIVE, page, type, q],
    queryFn: ({ signal }) =>
      call(listActiveWarrants, { query: { page, pageSize: ACTIVE_PAGE, type, q: q === '' ? undefined : q }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

/** Without one that has ended. */
export function withoutEnded(page: PageOf<WarrantAlert>, warrantId: number): PageOf<WarrantAlert> {
  const items = page.items.filter((each) => each.warrantId !== warrantId)
  return items.length === page.items.length ? page : { ...page, items, total: page.total - 1 }
}

/** The warrants that have not expired. No event says that a warrant has expired. */
export const stillActive = (warrants: readonly WarrantAlert[], now: number): readonly WarrantAlert[] =>
  warrants.filter(({ expiresAt }) => Date.parse(expiresAt) > now)

/** A page of the active warrants that one may know of, updated live. */
export function useActiveWarrants(filter: ActiveFilter, userId: number) {
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ACTIVE })
    return followWarrantAlerts(userId, {
      onGap: refresh,
      onDelta: ({ event, payload }) => {
        if (event === 'alert.ended')
          queryClient.setQueriesData<PageOf<WarrantAlert>>({ queryKey: ACTIVE }, (page) => page && withoutEnded(page, payload.warrantId))
        else if (event === 'alert.saved') refresh()
      },
    })
  }, [userId])
  return useQuery(activeWarrantsQuery(filter))
}
