import { Button, CloseButton, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsOutdated } from '../platform/build/build.ts'
import { reloadPage } from '../platform/leave/reload-page.ts'
import classes from './NewVersionBar.module.css'

/** Announces that the portal was upgraded. The page keeps working; the user decides when to reload. */
export function NewVersionBar() {
  const isOutdated = useIsOutdated()
  const [isHidden, setIsHidden] = useState(false)
  // Always rendered, so that screen readers announce what is added to it.
  return (
    <output className={classes.place}>
      {isOutdated && !isHidden && (
        <div className={classes.bar}>
          <Text span inherit fw={550}>
            A new version is ready. Reload when it suits you.
          </Text>
          <Button size="xs" onClick={() => void reloadPage()}>
            Reload
          </Button>
          <CloseButton size="sm" aria-label="Hide" onClick={() => setIsHidden(true)} />
        </div>
      )}
    </output>
  )
}
