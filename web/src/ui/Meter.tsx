import classes from './Meter.module.css'

type MeterProps = {
  /** From 0 to 1. */
  share: number
  /** A colour of CSS. */
  color?: string | undefined
  width?: number
}

/** How much of something: purely visual, beside the figure. */
export const Meter = ({ share, color, width }: MeterProps) => (
  <span className={classes.meter} style={{ width }} aria-hidden>
    <i style={{ width: `${share * 100}%`, background: color }} />
  </span>
)
