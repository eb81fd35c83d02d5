import { accessSubject, type CurrentUser } from '@tenfour/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { reportError } from '../platform/errors/report.ts'
import { queryClient, refetchOnReconnect } from '../platform/query/query-client.ts'
import { connection } from '../platform/realtime/connection.ts'
import { subscribe } from '../platform/realtime/realtime.ts'
import { currentUserQuery } from '../platform/session/session.ts'
import { chooseTheme } from '../platform/theme/theme.ts'

/**
 * Follows the signed-in user's own account and the theme it has, refetches what was missed while disconnected, and reruns the guards whenever the user's
 * permissions change.
 */
export function useLiveUser(user: CurrentUser | null): void {
  const userId = user?.userId
  useEffect(() => {
    if (userId === undefined) return
    return subscribe(
      'user',
      { userId },
      {
        onSnapshot: (fresh) => void queryClient.setQueryData(currentUserQuery.queryKey, fresh),
        onDelta: ({ payload }) => void queryClient.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, ...payload }),
      },
    )
  }, [userId])

  const theme = user?.theme
  useEffect(() => {
    if (theme) chooseTheme(theme)
  }, [theme])

  useEffect(() => refetchOnReconnect(queryClient, connection), [])

  const router = useRouter()
  const access = user && JSON.stringify(accessSubject(user))
  const previous = useRef(access)
  useEffect(() => {
    if (previous.current !== access && previous.current && access) router.invalidate().catch(reportError)
    previous.current = access
  }, [access, router])
}
