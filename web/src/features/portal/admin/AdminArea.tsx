import { Outlet } from '@tanstack/react-router'
import { PageTabs, type PageTab } from '../../../platform/view/PageTabs.tsx'
import { ADMIN_PAGES } from './admin-pages.ts'
import classes from './admin.module.css'

const PAGES: readonly PageTab[] = [{ to: '/admin', label: 'Overview', isExact: true }, ...ADMIN_PAGES]

/** The navigation above every administration page. */
export function AdminArea() {
  return (
    <>
      <div className={classes.nav}>
        <PageTabs label="Administration" pages={PAGES} />
      </div>
      <Outlet />
    </>
  )
}
