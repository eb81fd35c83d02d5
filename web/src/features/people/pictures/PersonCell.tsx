import type { ReactNode } from 'react'
import classes from './PersonCell.module.css'
import { UserAvatar, type Pictured } from './UserAvatar.tsx'

/** A table cell with a user's avatar and link. */
export function PersonCell({ user, children }: { user: Pictured; children: ReactNode }) {
  return (
    <span className={classes.person}>
      <UserAvatar user={user} size={22} />
      {children}
    </span>
  )
}
