import { Outlet } from '@tanstack/react-router'
import { useTabs } from '../../../platform/view/page-links.ts'
import { PageTabs, type PageBadges } from '../../../platform/view/PageTabs.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { WidePage } from '../../../ui/Page.tsx'
import { WaitingLeaves } from '../../people/leaves/WaitingLeaves.port.tsx'
import classes from './StaffArea.module.css'

const BADGES: PageBadges = { '/staff/leave-requests': WaitingLeaves }

/** The staff pages under one row of links; the Staff menu has only what the specification lists. */
export function StaffArea() {
  const pages = useTabs('staff', useSignedInUser())
  return (
    <WidePage width={1340}>
      <div className={classes.nav}>
        <PageTabs label="Staff" pages={pages} badges={BADGES} />
      </div>
      <Outlet />
    </WidePage>
  )
}
