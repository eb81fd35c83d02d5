import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getApiLogRate, getRequestLog, listApiLogKeys, listApiLogs, type ApiLogRange } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import type { ApiLogsFilter } from './api-logs-filter.ts'
import type { LogPage } from './live-api-logs.ts'

/** The log grows at the top, so paging continues from the last id seen. */
const olderThan = ({ items, hasMore }: LogPage): number | undefined => (hasMore ? items.at(-1)?.apiLogId : undefined)

export const apiLogsQuery = (filter: ApiLogsFilter) =>
  infiniteQueryOptions({
    queryKey: ['api-logs', 'list', filter],
    queryFn: ({ pageParam, signal }): Promise<LogPage> =>
      call(listApiLogs, { query: { ...filter, before: pageParam, limit: 50 }, signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
    meta: { handled: true },
  })

/** If this fails, the filter has no options. */
export const keysQuery = queryOptions({
  queryKey: ['api-logs', 'keys'],
  queryFn: ({ signal }) => call(listApiLogKeys, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
})

export const rateQuery = (range: ApiLogRange, serverId: number | undefined) =>
  queryOptions({
    queryKey: ['api-logs', 'rate', range, serverId ?? null],
    queryFn: ({ signal }) => call(getApiLogRate, { query: { range, serverId }, signal, quiet: true }),
    placeholderData: (known) => known,
    staleTime: 0,
    meta: { handled: true },
  })

export const requestLogQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['api-logs', 'request', requestId],
    queryFn: ({ signal }) => call(getRequestLog, { params: { requestId }, signal, quiet: true }),
    staleTime: 0,
    meta: { handled: true },
  })
