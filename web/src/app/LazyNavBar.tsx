import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { portalConfig } from '../platform/config/config.ts'
import { lazyComponent, type FailedProps, type LazyComponent } from '../platform/load/lazy-component.tsx'
import { INLINE } from '../platform/load/shapes.tsx'
import { logOut } from '../platform/leave/leave-questions.ts'
import { Mark } from '../platform/config/Mark.tsx'
import classes from './LazyNavBar.module.css'
import type { NavBarProps } from './NavBar.tsx'

export const LazyNavBar: LazyComponent<NavBarProps> = lazyComponent(async () => (await import('./NavBar.tsx')).NavBar, {
  what: 'The navigation bar',
  shape: { Loading: () => <div className={classes.bar} />, Failed: PlainBar },
})

/** The links that must work even when the bar cannot be loaded. */
function PlainBar(props: FailedProps) {
  return (
    <header className={classes.bar}>
      <Link to="/user/home" className={classes.brand}>
        <Mark />
        {portalConfig().communityName}
      </Link>
      <INLINE.Failed {...props} />
      <Button className={classes.logout} variant="subtle" color="gray" size="xs" onClick={() => void logOut()}>
        Logout
      </Button>
    </header>
  )
}
