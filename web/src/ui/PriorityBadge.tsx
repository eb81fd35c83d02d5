import type { CallPriority } from '@tenfour/contract'
import classes from './PriorityBadge.module.css'

/** How urgent a call is, from 1 to 4, as figure and colour. */
export const PriorityBadge = ({ priority }: { priority: CallPriority }) => (
  <span className={classes.badge} data-priority={priority}>
    <span className="visually-hidden">Priority </span>
    {priority}
  </span>
)
