import {
  IconAdjustments,
  IconApi,
  IconBuildingCommunity,
  IconCertificate,
  IconClock,
  IconFileImport,
  IconForms,
  IconGavel,
  IconHistory,
  IconId,
  IconListDetails,
  IconServer,
  IconShieldLock,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTabs } from '../../../platform/view/page-links.ts'
import { PageTabs } from '../../../platform/view/PageTabs.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import classes from './admin.module.css'

/** Of the tiles. They are here because every page of the area shares a file with what is above it. */
const ICONS: Readonly<Record<string, Icon>> = {
  '/admin/users': IconUsers,
  '/admin/add-user': IconUserPlus,
  '/admin/departments': IconBuildingCommunity,
  '/admin/roles': IconShieldLock,
  '/admin/offences': IconGavel,
  '/admin/fields': IconForms,
  '/admin/records': IconId,
  '/admin/warrants': IconCertificate,
  '/admin/patrols': IconClock,
  '/admin/imports': IconFileImport,
  '/admin/settings': IconAdjustments,
  '/admin/audit': IconHistory,
  '/servers/list': IconServer,
  '/servers/events': IconListDetails,
  '/api/docs': IconApi,
}
/** The icon of a page; one without its own looks like a list. */
export const iconOf = (to: string): Icon => ICONS[to] ?? IconListDetails

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
