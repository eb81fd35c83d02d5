import { listPatrolReviews, type QueryOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

export const REVIEW_PAGE = 25

export type ReviewQuery = Partial<Pick<QueryOf<typeof listPatrolReviews>, 'page' | 'kind' | 'departmentId'>>

/** The key begins with `patrols`, so that a decision refetches the queue with everything else. */
export const reviewsQuery = (query: ReviewQuery) =>
  queryOptions({
    queryKey: ['patrols', 'review', query],
    queryFn: ({ signal }) => call(listPatrolReviews, { query: { ...query, pageSize: REVIEW_PAGE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })
