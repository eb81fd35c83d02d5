import {
  getPatrol,
  getPatrolSummary,
  listPatrolHistory,
  listTopPatrols,
  type QueryOf,
  type TopOrder,
  type TopPeriod,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { reportError } from '../../../platform/errors/report.ts'

export const topPatrolsQuery = (period: TopPeriod, by: TopOrder) =>
  queryOptions({
    queryKey: ['patrols', 'top', period, by],
    queryFn: ({ signal }) => call(listTopPatrols, { query: { period, by }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

/** Totals, quotas, calendar and shares of one member. */
export const patrolSummaryQuery = (userId: number) =>
  queryOptions({
    queryKey: ['patrols', 'summary', userId],
    queryFn: ({ signal }) => call(getPatrolSummary, { params: { userId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export type HistoryFilter = Omit<QueryOf<typeof listPatrolHistory>, 'timeZone'>

export const patrolHistoryQuery = (userId: number, filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['patrols', 'history', userId, filter],
    queryFn: ({ signal }) => call(listPatrolHistory, { params: { userId }, query: filter, quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const patrolQuery = (patrolId: number) =>
  queryOptions({
    queryKey: ['patrols', 'one', patrolId],
    queryFn: ({ signal }) => call(getPatrol, { params: { patrolId }, quiet: true, signal }),
    // Decisions and corrections need the current version.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const refreshPatrol = (patrolId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: patrolQuery(patrolId).queryKey })

/** Refetches everything about patrols: a decision changes totals, lists and the patrol at once. */
export const refreshPatrols = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['patrols'] })

/** Runs `refresh` once for all who ask for it within `ms`. */
export function createRefresher(refresh: () => Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    refresh().catch(reportError)
  }
  return {
    soon: (): void => {
      timer ??= setTimeout(run, ms)
    },
    /** Runs a waiting refresh at once: the next page may show the same data. */
    stop: (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      run()
    },
  }
}
