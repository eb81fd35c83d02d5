import { useClock } from '../../../platform/format/clock.ts'
import classes from './DesktopBar.module.css'

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export function DesktopClock() {
  const time = useClock((now) => timeFormat.format(now))
  return <time className={classes.clock}>{time}</time>
}
