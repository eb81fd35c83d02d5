import classes from './Icon.module.css'
import police from './police.svg'

/** Our own icons, by name. Each is a silhouette in the current text colour. */
const ICONS = { police } as const
export type IconName = keyof typeof ICONS

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const mask = `url("${ICONS[name]}")`
  // Without its mask it would be a square, and browsers up to 119 only support the prefixed property.
  const style = { width: size, height: size, maskImage: mask, WebkitMaskImage: mask }
  return <span className={classes.icon} data-icon={name} aria-hidden style={style} />
}
