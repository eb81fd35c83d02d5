import { Outlet } from '@tanstack/react-router'
import { useTabs } from '../../../platform/view/page-links.ts'
import { PageTabs } from '../../../platform/view/PageTabs.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import classes from './admin.module.css'

/** The navigation above every administration page. */
export function AdminArea() {
  const pages = useTabs('admin', useSignedInUser())
  return (
    <>
      <div className={classes.nav}>
        <PageTabs label="Administration" pages={pages} />
      </div>
      <Outlet />
    </>
  )
}
