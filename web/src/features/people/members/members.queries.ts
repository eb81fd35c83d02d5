import {
  getMember,
  listDepartmentPeople,
  listMembers,
  listUserAddresses,
  previewRanks,
  type BodyOf,
  type MemberFilter,
  type PageQuery,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { EXPORT_PAGE } from '../../../platform/download/csv-export.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

export const membersQuery = (filter: Partial<MemberFilter>) =>
  queryOptions({
    queryKey: ['members', 'list', filter],
    queryFn: ({ signal }) => call(listMembers, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

/** One page of an export: the same filter and sort, in larger pages. */
export const fetchMembersPage = (filter: Partial<MemberFilter>, page: number, signal: AbortSignal) =>
  call(listMembers, { query: { ...filter, page, pageSize: EXPORT_PAGE }, quiet: true, signal })

export const memberQuery = (userId: number) =>
  queryOptions({
    queryKey: ['members', 'one', userId],
    queryFn: ({ signal }) => call(getMember, { params: { userId }, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const addressesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['members', 'addresses', userId],
    queryFn: ({ signal }) => call(listUserAddresses, { params: { websiteId: userId }, quiet: true, signal }),
    meta: { handled: true },
  })

/** Never cached: a preview is only valid at the moment it is requested. */
export const rankPreviewQuery = (change: BodyOf<typeof previewRanks>) =>
  queryOptions({
    queryKey: ['members', 'rank-preview', change],
    queryFn: ({ signal }) => call(previewRanks, { body: change, quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { handled: true },
  })

export const departmentPeopleQuery = (departmentId: number, query: PageQuery & { q: string; others?: boolean }) =>
  queryOptions({
    queryKey: ['members', 'department', departmentId, query],
    queryFn: ({ signal }) => call(listDepartmentPeople, { params: { departmentId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const refreshDepartmentPeople = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['members', 'department'] })

export const refreshMembers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['members'] })
