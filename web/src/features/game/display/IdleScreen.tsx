import { portalConfig } from '../../../platform/config/config.ts'
import { useClock } from '../../../platform/format/clock.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { clockText } from './display-rows.ts'
import classes from './DisplayPage.module.css'

/** The community's name and the time: shown whenever nothing else may be. */
export function IdleScreen() {
  const time = useClock(clockText)
  return (
    <div className={classes.idle}>
      <Mark size={56} />
      <h1 className={classes.idleName}>{portalConfig().communityName}</h1>
      <p className={classes.idleTime}>{time}</p>
    </div>
  )
}
