import { CallEmergency } from './CallEmergency.tsx'
import classes from './Emergency.module.css'
import { OwnCalls } from './OwnCalls.tsx'

/** For civilians: calling 911, and the state of their calls. */
export function EmergencyPanel() {
  return (
    <div className={classes.panel}>
      <div className={classes.columns}>
        <CallEmergency />
        <OwnCalls />
      </div>
    </div>
  )
}
