import { Outlet } from '@tanstack/react-router'
import { PageTabs, type PageTab } from '../../../platform/view/PageTabs.tsx'
import { WaitingLeaves } from '../../people/leaves/WaitingLeaves.port.tsx'
import classes from './StaffArea.module.css'

const PAGES: readonly PageTab[] = [
  { to: '/staff/members', label: 'Members' },
  { to: '/staff/announcements', label: 'Announcements' },
  { to: '/staff/patrol-viewer', label: 'Patrol Viewer' },
  { to: '/staff/leave-requests', label: 'Leave requests', badge: WaitingLeaves },
]

/** The staff pages under one row of links; the Staff menu has only what the specification lists. */
export const StaffArea = () => (
  <>
    <div className={classes.nav}>
      <PageTabs label="Staff" pages={PAGES} />
    </div>
    <Outlet />
  </>
)
