import { accessSubject, admin, isAllowed, cadDepartment, type CurrentUser, type ServerStatus } from '@tenfour/contract'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyModule } from '../../../platform/load/lazy-module.ts'
import { useServerStatuses } from '../../../platform/servers/server-statuses.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import type { FounderProgress } from './FounderSteps.tsx'
import { patrolSummaryQuery } from '../../patrols/patrols/patrols.queries.port.ts'

/**
 * The first steps of Root and Admin: undefined while unknown, null for everyone else, once all are done and once dismissed. Dismissing is
 * remembered in this browser only.
 */
export function useFounderSteps(user: CurrentUser): FounderProgress | null | undefined {
  const key = `first-steps-dismissed:${user.userId}`
  const [isDismissed, setDismissed] = useState(() => localStore.getItem(key) !== null)
  const isWanted = !isDismissed && isAllowed(admin, accessSubject(user))
  const { data: servers } = useServerStatuses()
  const { data: accounts } = useQuery({ ...accountCountQuery, enabled: isWanted })
  const { data: patrols } = useQuery(patrolSummaryQuery(user.userId))
  if (!isWanted) return null
  if (!servers || accounts === undefined || !patrols) return undefined
  const done = founderSteps({ user, servers, accounts, patrols: patrols.days.length })
  if (Object.values(done).every(Boolean)) return null
  const dismiss = () => {
    localStore.setItem(key, 'true')
    setDismissed(true)
  }
  return { done, accounts, dismiss }
}

/** Apart, because only founders need it and every page would carry the schemas of accounts. */
const counting = lazyModule(() => import('./count-accounts.ts'))

/** Under `users`, so that adding one counts again. */
const accountCountQuery = queryOptions({
  queryKey: ['users', 'count'],
  queryFn: async ({ signal }) => (await counting.load()).countAccounts(signal),
  staleTime: 0,
  refetchOnWindowFocus: true,
  // No room tells of new accounts; the step is done with the first of them.
  refetchInterval: ({ state }) => ((state.data ?? 0) > 1 ? false : 30_000),
  meta: { handled: true },
})

type Known = {
  readonly user: CurrentUser
  readonly servers: readonly Pick<ServerStatus, 'lastHeartbeatAt'>[]
  readonly accounts: number
  readonly patrols: number
}

/** Which of the first steps are done, from what the portal knows. */
export const founderSteps = ({ user, servers, accounts, patrols }: Known): FounderProgress['done'] => ({
  department: isAllowed(cadDepartment, accessSubject(user)),
  server: servers.some(({ lastHeartbeatAt }) => lastHeartbeatAt !== null),
  members: accounts > 1,
  cad: patrols > 0 || Boolean(user.duty),
})
