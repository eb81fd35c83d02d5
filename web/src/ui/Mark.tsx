import { lookPictureUrl, type Look } from '@tenfour/contract'
import { useLook } from '../platform/config/config.ts'
import classes from './Mark.module.css'

type MarkProps = { readonly size?: number }

/** The community's logo or short name; as shipped the portal's own: ten, as in ten-four. */
export const Mark = ({ size }: MarkProps) => <LookMark {...useLook()} {...(size !== undefined && { size })} />

export function LookMark({ logo, shortName, styles, size = 26 }: MarkProps & Pick<Look, 'logo' | 'shortName' | 'styles'>) {
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
