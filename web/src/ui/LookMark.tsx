import { lookPictureUrl, type Look } from '@tenfour/contract'
import classes from './LookMark.module.css'

type LookMarkProps = { readonly size?: number | undefined } & Pick<Look, 'logo' | 'shortName' | 'styles'>

export function LookMark({ logo, shortName, styles, size = 26 }: LookMarkProps) {
  const shape = { width: size, height: size, borderRadius: size * 0.27 }
  if (logo !== null) return <img className={classes.logo} src={lookPictureUrl(logo, 'thumbnail')} alt="" style={shape} />
  const letters = shortName || '10'
  return (
    <span
      className={classes.mark}
      data-coloured={styles !== null || undefined}
      aria-hidden
      style={{ ...shape, fontSize: size * (0.56 - Math.min(letters.length, 5) * 0.05) }}
    >
      {letters}
    </span>
  )
}
