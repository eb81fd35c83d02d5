import { useQuery } from '@tanstack/react-query'
import classes from './Leaves.module.css'
import { useLiveRequests, waitingQuery } from './leave-requests.queries.ts'

/** How many requests for leave wait; nothing while none does. Only for those who decide on them. */
export function WaitingLeaves() {
  useLiveRequests()
  const { data } = useQuery(waitingQuery)
  if (!data || data.total === 0) return null
  return (
    <span className={classes.badge}>
      {data.total}
      {data.isTotalExact ? '' : '+'}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
