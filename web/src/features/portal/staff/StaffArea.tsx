import { accessSubject, grantsLeave, isAllowed, patrolViewer, staff, type AccessRule } from '@tenfour/contract'
import { Outlet } from '@tanstack/react-router'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PageTabs, type PageTab } from '../../../platform/view/PageTabs.tsx'
import { WaitingLeaves } from '../../people/leaves/WaitingLeaves.port.tsx'
import classes from './StaffArea.module.css'

const PAGES: readonly (PageTab & { readonly access: AccessRule })[] = [
  { to: '/staff/members', label: 'Members', access: staff },
  { to: '/staff/announcements', label: 'Announcements', access: staff },
  { to: '/staff/patrol-viewer', label: 'Patrol Viewer', access: patrolViewer },
  { to: '/staff/leave-requests', label: 'Leave requests', access: grantsLeave, badge: WaitingLeaves },
]

/** The staff pages under one row of links; the Staff menu has only what the specification lists. Supervisors see those that are theirs. */
export function StaffArea() {
  const subject = accessSubject(useSignedInUser())
  return (
    <>
      <div className={classes.nav}>
        <PageTabs label="Staff" pages={PAGES.filter(({ access }) => isAllowed(access, subject))} />
      </div>
      <Outlet />
    </>
  )
}
