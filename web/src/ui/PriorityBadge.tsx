import type { CallPriority } from '@tenfour/contract'
import classes from './PriorityBadge.module.css'

/** A call's priority from 1 to 4, as number and colour. */
export const PriorityBadge = ({ priority }: { priority: CallPriority }) => (
  <span className={classes.badge} data-priority={priority}>
    <span className="visually-hidden">Priority </span>
    {priority}
  </span>
)
