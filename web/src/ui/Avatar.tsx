import type { AvatarColor } from '@tenfour/contract'
import { initials } from '../platform/format/text.ts'
import classes from './Avatar.module.css'

type AvatarProps = { name: string; color: AvatarColor; size?: number }

/** A user's initials in their colour. Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ name, color, size = 24 }: AvatarProps) {
  return (
    <span className={classes.avatar} data-color={color} aria-hidden style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {initials(name)}
    </span>
  )
}
