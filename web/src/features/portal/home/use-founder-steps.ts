import { accessSubject, admin, isAllowed, type CurrentUser } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerStatuses } from '../../../platform/servers/server-statuses.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { userPatrolsQuery } from '../../patrols/patrols/patrols.port.ts'
import { accountCountQuery } from './account-count.ts'
import { founderSteps, type FounderStep } from './founder-steps.ts'

export type FounderProgress = {
  readonly done: Readonly<Record<FounderStep, boolean>>
  readonly accounts: number
  readonly dismiss: () => void
}

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
  const { data: patrols } = useQuery(userPatrolsQuery(user.userId))
  if (!isWanted) return null
  if (!servers || accounts === undefined || !patrols) return undefined
  const done = founderSteps({ user, servers, accounts, patrols: patrols.length })
  if (Object.values(done).every(Boolean)) return null
  const dismiss = () => {
    localStore.setItem(key, 'true')
    setDismissed(true)
  }
  return { done, accounts, dismiss }
}
