import classes from './Mark.module.css'

/** The portal's logo: ten, as in ten-four. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <span className={classes.mark} aria-hidden style={{ width: size, height: size, borderRadius: size * 0.27, fontSize: size * 0.46 }}>
      10
    </span>
  )
}
