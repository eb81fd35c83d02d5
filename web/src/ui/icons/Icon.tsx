import classes from './Icon.module.css'
import police from './police.svg'

/** Our own drawings, by name. Each is a silhouette that takes the colour of the text around it. */
const ICONS = { police } as const
export type IconName = keyof typeof ICONS

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const mask = `url("${ICONS[name]}")`
  // Without its mask it is a square, and browsers up to 119 know the prefixed one alone.
  const style = { width: size, height: size, maskImage: mask, WebkitMaskImage: mask }
  return <span className={classes.icon} data-icon={name} aria-hidden style={style} />
}
