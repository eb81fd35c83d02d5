import { getPatrolOverview, listMemberPatrols, listPatrolHistory, type QueryOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { EXPORT_PAGE } from '../../../platform/download/csv-export.ts'
import type { MemberFilter, Scope } from './viewer-state.ts'

const VIEWER = ['patrols', 'viewer'] as const
const fresh = { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: true, meta: { handled: true } } as const

export const overviewQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...VIEWER, 'overview', scope],
    queryFn: ({ signal }) => call(getPatrolOverview, { query: scope, quiet: true, signal }),
    ...fresh,
  })

export const memberPatrolsQuery = (filter: Partial<MemberFilter>) =>
  queryOptions({
    queryKey: [...VIEWER, 'members', filter],
    queryFn: ({ signal }) => call(listMemberPatrols, { query: filter, quiet: true, signal }),
    ...fresh,
  })

/** One page of an export: the same filter and sort, in larger pages. */
export const fetchMemberPatrols = (filter: Partial<MemberFilter>, page: number, signal: AbortSignal) =>
  call(listMemberPatrols, { query: { ...filter, page, pageSize: EXPORT_PAGE }, quiet: true, signal })

export const HISTORY_PAGE = 10
export const historyQuery = (userId: number, query: Partial<QueryOf<typeof listPatrolHistory>>) =>
  queryOptions({
    queryKey: [...VIEWER, 'history', userId, query],
    queryFn: ({ signal }) =>
      call(listPatrolHistory, { params: { userId }, query: { ...query, pageSize: HISTORY_PAGE }, quiet: true, signal }),
    ...fresh,
  })
