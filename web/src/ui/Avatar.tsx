import type { AvatarColor } from '@tenfour/contract'
import { initials } from '../platform/format/text.ts'
import classes from './Avatar.module.css'

type AvatarProps = { name: string; color: AvatarColor; size?: number; src?: string | undefined }

/** A user's picture, or their initials in their colour. Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ name, color, size = 24, src }: AvatarProps) {
  const style = { width: size, height: size, fontSize: size * 0.4 }
  if (src !== undefined) return <img className={classes.picture} src={src} alt="" style={style} />
  return (
    <span className={classes.avatar} data-color={color} aria-hidden style={style}>
      {initials(name)}
    </span>
  )
}
