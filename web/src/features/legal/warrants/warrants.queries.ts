import {
  getWarrant,
  getWarrantReport,
  listWarrantLookups,
  listWarrants,
  listWarrantServers,
  type Warrant,
  type WarrantFilter,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

const WARRANTS = ['warrants'] as const
export const LISTS = [...WARRANTS, 'list'] as const
const ONE = [...WARRANTS, 'one'] as const
const LOOKUPS = [...WARRANTS, 'lookups'] as const
export const LOOKUPS_PAGE_SIZE = 10

/** How many changes were told so far. */
let changes = 0
export const noteChange = (): void => void (changes += 1)

/** Reads again what was answered while a change was told: the answer may be older than the change. */
async function readUnchanged<T>(read: () => Promise<T>): Promise<T> {
  const before = changes
  const answer = await read()
  return before === changes ? answer : readUnchanged(read)
}

/** Rooms tell of every change, so that a list is loaded once for each filter. */
export const warrantsQuery = (filter: WarrantFilter) =>
  queryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ signal }) => readUnchanged(() => call(listWarrants, { query: filter, quiet: true, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const warrantQuery = (warrantId: number) =>
  queryOptions({
    queryKey: [...ONE, warrantId],
    queryFn: ({ signal }) => call(getWarrant, { params: { warrantId }, quiet: true, signal }),
    staleTime: 0,
    retry: false,
    meta: { handled: true },
  })

export const warrantReportQuery = (warrantId: number, reportId: number) =>
  queryOptions({
    queryKey: [...WARRANTS, 'report', warrantId, reportId],
    queryFn: ({ signal }) => call(getWarrantReport, { params: { warrantId, reportId }, quiet: true, signal }),
    // Each reading is logged.
    staleTime: Infinity,
    retry: false,
    meta: { handled: true },
  })

export const serversQuery = (q: string) =>
  queryOptions({
    queryKey: [...WARRANTS, 'servers', q],
    queryFn: ({ signal }) => call(listWarrantServers, { query: { q }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })

export const lookupsQuery = (warrantId: number, page: number) =>
  queryOptions({
    queryKey: [...LOOKUPS, warrantId, page],
    queryFn: ({ signal }) => call(listWarrantLookups, { query: { warrantId, page, pageSize: LOOKUPS_PAGE_SIZE }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { handled: true },
  })

export const refreshLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: LISTS })
export const refreshLookups = (): Promise<void> => queryClient.invalidateQueries({ queryKey: LOOKUPS })
/** Without an id whichever is open. */
export const refreshWarrant = (warrantId?: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: warrantId === undefined ? ONE : warrantQuery(warrantId).queryKey })
export const keepWarrant = (warrant: Warrant): void => void queryClient.setQueryData(warrantQuery(warrant.warrantId).queryKey, warrant)
