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
  IconFileText,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTiles } from '../../../platform/view/page-links.ts'
import { RecentAudit } from '../../people/audit/audit.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import classes from './admin.module.css'

/** The icons of the tiles; a page that has none here has a sheet of paper. */
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

export function AdminPage() {
  const pages = useTiles()
  return (
    <>
      <PageHeader title="Administration" subtitle="People, departments and permissions." />
      <ul className={classes.sections}>
        {pages.map(({ to, title, text }) => {
          const PageIcon = ICONS[to] ?? IconFileText
          return (
            <li key={to}>
              <Link to={to} className={classes.section}>
                <PageIcon className={classes.icon} size={22} stroke={1.6} aria-hidden />
                <span>
                  <span className={classes.title}>{title}</span>
                  <span className={classes.text}>{text}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <Card title="Recent changes" link={<Link to="/admin/audit">Whole log</Link>} flush>
        <RecentAudit />
      </Card>
    </>
  )
}
