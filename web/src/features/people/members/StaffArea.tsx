import { Outlet } from '@tanstack/react-router'
import { PageTabs, type PageTab } from '../../../platform/view/PageTabs.tsx'
import classes from './StaffArea.module.css'

const PAGES: readonly PageTab[] = [
  { to: '/staff/members', label: 'Members' },
  { to: '/staff/announcements', label: 'Announcements' },
  { to: '/staff/patrol-viewer', label: 'Patrol Viewer' },
]

/** The staff pages under one row of links; the Staff menu has only what the specification lists. */
export function StaffArea() {
  return (
    <>
      <div className={classes.nav}>
        <PageTabs label="Staff" pages={PAGES} />
      </div>
      <Outlet />
    </>
  )
}
