import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getUser,
  listSessions,
  listSignIns,
  listUserAddresses,
  listUsers,
  searchUsers,
  UserFilter,
  type PageQuery,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import type { TableState } from '../../../ui/table-state.ts'

const USERS = ['users'] as const
const handled = { handled: true }

const MAX_TERM = 100

export type UserListRequest = {
  /** Empty: everyone. */
  readonly term: string
  readonly includeDisabled: boolean
  readonly includeDeleted: boolean
  readonly filter: UserFilter
}

/** The request for the state in the address. Invalid filter values are dropped. */
export function userListRequest({ page, size, sort, q, filters }: TableState): UserListRequest {
  const shape = UserFilter.shape
  const departmentId = shape.departmentId.safeParse(filters['department']).data
  return {
    term: q.trim().slice(0, MAX_TERM),
    includeDisabled: filters['disabled'] === 'yes',
    includeDeleted: filters['deleted'] === 'yes',
    filter: {
      page,
      pageSize: size,
      departmentId,
      // A rank belongs to a department and is ignored without one.
      rankId: departmentId && shape.rankId.safeParse(filters['rank']).data,
      roleId: shape.roleId.safeParse(filters['role']).data,
      whitelist: shape.whitelist.safeParse(filters['whitelist']).data,
      sort: shape.sort.safeParse(sort?.id).data ?? 'name',
      direction: sort?.desc ? 'desc' : 'asc',
    },
  }
}

export const userListQuery = (request: UserListRequest) =>
  queryOptions({
    queryKey: [...USERS, 'list', request],
    queryFn: ({ signal }) => fetchUsers(request, signal),
    // Keeps the previous rows until the new ones arrive, so that nothing jumps while filtering.
    placeholderData: keepPreviousData,
    meta: handled,
  })

/** The seed's rule: one endpoint with a search term, another without. */
function fetchUsers({ term, includeDisabled, includeDeleted, filter }: UserListRequest, signal: AbortSignal) {
  const params = { includeDisabled, includeDeleted }
  return term
    ? call(searchUsers, { params, body: { ...filter, term }, signal, quiet: true })
    : call(listUsers, { params, query: filter, signal, quiet: true })
}

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS, userId],
    queryFn: ({ signal }) => call(getUser, { params: { userId }, signal }),
    // Always fresh, because the account is about to be edited.
    staleTime: 0,
    refetchOnMount: 'always',
    meta: handled,
  })

export const addressesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS, userId, 'addresses'],
    queryFn: ({ signal }) => call(listUserAddresses, { params: { websiteId: userId }, signal, quiet: true }),
    meta: handled,
  })

export const signInsQuery = (userId: number, query: PageQuery) =>
  queryOptions({
    queryKey: [...USERS, userId, 'sign-ins', query],
    queryFn: ({ signal }) => call(listSignIns, { params: { userId }, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    meta: handled,
  })

export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS, userId, 'sessions'],
    queryFn: ({ signal }) => call(listSessions, { params: { userId }, signal, quiet: true }),
    staleTime: 0,
    meta: handled,
  })

/** After any change to an account: refetches its page, its audit trail and every list that may show it. */
export async function refreshUser(userId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [...USERS, userId] }),
    queryClient.invalidateQueries({ queryKey: [...USERS, 'list'] }),
    queryClient.invalidateQueries({ queryKey: ['audit'] }),
    queryClient.invalidateQueries({ queryKey: ['roles'] }),
  ])
}
