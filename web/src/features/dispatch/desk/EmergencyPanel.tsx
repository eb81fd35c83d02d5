import { CallEmergency } from './CallEmergency.tsx'
import classes from './Emergency.module.css'
import { OwnCalls } from './OwnCalls.tsx'

/** For civilians: calling 911, and what became of it. */
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
