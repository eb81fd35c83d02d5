import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { useLiveRequests, waitingQuery } from './leave-requests.queries.ts'

/** How many requests for leave wait; nothing while none does. Only for those who decide on them. */
export function WaitingLeaves() {
  useLiveRequests()
  const { data } = useQuery(waitingQuery)
  return data && <CountBadge count={data.total} words="waiting" isExact={data.isTotalExact} />
}
