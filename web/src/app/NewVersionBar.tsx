import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useIsOutdated } from '../platform/build/build.ts'
import { reloadPage } from '../platform/leave/reload-page.ts'
import classes from './NewVersionBar.module.css'

/** Says that the portal was upgraded. The page goes on; when to reload is up to whoever works in it. */
export function NewVersionBar() {
  const isOutdated = useIsOutdated()
  const [isHidden, setIsHidden] = useState(false)
  // The place is always there, so that a screen reader hears what comes into it.
  return (
    <output className={classes.place}>
      {isOutdated && !isHidden && (
        <div className={classes.bar}>
          <span className={classes.text}>A new version is ready. Reload when it suits you.</span>
          <Button size="xs" onClick={() => void reloadPage()}>
            Reload
          </Button>
          <CloseButton size="sm" aria-label="Hide" onClick={() => setIsHidden(true)} />
        </div>
      )}
    </output>
  )
}
