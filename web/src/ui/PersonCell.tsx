import type { AvatarColor } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import classes from './PersonCell.module.css'

/** A table cell with a user's avatar and link. */
export function PersonCell({ name, avatarColor, children }: { name: string; avatarColor: AvatarColor; children: ReactNode }) {
  return (
    <span className={classes.person}>
      <Avatar name={name} color={avatarColor} size={22} />
      {children}
    </span>
  )
}
