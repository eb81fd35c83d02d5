import { portalConfig } from '../../platform/config/config.ts'
import { Mark } from '../../ui/Mark.tsx'
import classes from './DisplayPage.module.css'

/** A screen in the game without a display key: it shows whose it is, and nothing else, whatever happens. */
export function DisplayPage() {
  return (
    <main id="main" className={classes.page}>
      <Mark size={72} />
      <h1 className={classes.name}>{portalConfig().communityName}</h1>
    </main>
  )
}
