import { listSessions, type CurrentUser } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { currentUserQuery } from '../../../platform/session/session.ts'

export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => call(listSessions, { params: { userId }, quiet: true, signal }),
    refetchOnWindowFocus: true,
    meta: { handled: true },
  })

export const refreshSessions = (userId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })

/** Updates the current user at once; the account's room would send the same a moment later. */
export const setCurrentUser = (user: CurrentUser): void => void queryClient.setQueryData(currentUserQuery.queryKey, user)
