import type { AvatarColor } from '@tenfour/contract'
import { Avatar } from '../../../ui/Avatar.tsx'
import { useThumbnail } from './pictures.queries.ts'
import type { ReactNode } from 'react'
import classes from './UserAvatar.module.css'

export type Pictured = {
  readonly userId: number
  readonly name: string
  readonly avatarColor: AvatarColor
  readonly picture: string | null
}

/** A member's picture where they have one; their initials until it is here. */
export function UserAvatar({ user: { userId, name, avatarColor, picture }, size }: { user: Pictured; size?: number }) {
  return <Avatar name={name} color={avatarColor} src={useThumbnail(userId, picture)} {...(size !== undefined && { size })} />
}

/** A table cell with a user's avatar and link. */
export function PersonCell({ user, children }: { user: Pictured; children: ReactNode }) {
  return (
    <span className={classes.person}>
      <UserAvatar user={user} size={22} />
      {children}
    </span>
  )
}
