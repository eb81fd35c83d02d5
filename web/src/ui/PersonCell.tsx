import type { AvatarColor } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import classes from './PersonCell.module.css'

/** Someone in a table: their avatar and the link to them. */
export function PersonCell({ name, avatarColor, children }: { name: string; avatarColor: AvatarColor; children: ReactNode }) {
  return (
    <span className={classes.person}>
      <Avatar name={name} color={avatarColor} size={22} />
      {children}
    </span>
  )
}
