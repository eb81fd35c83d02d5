import {
  IconBuildingCommunity,
  IconHistory,
  IconListDetails,
  IconServer,
  IconShieldLock,
  IconUserPlus,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecentAudit } from '../../people/audit/audit.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import classes from './admin.module.css'

type Section = {
  readonly to:
    | '/admin/users'
    | '/admin/add-user'
    | '/admin/departments'
    | '/admin/roles'
    | '/admin/audit'
    | '/servers/list'
    | '/servers/events'
  readonly title: string
  readonly text: string
  readonly icon: Icon
}

const SECTIONS: readonly Section[] = [
  { to: '/admin/users', title: 'Manage Users', text: 'Find an account and change it', icon: IconUsers },
  { to: '/admin/add-user', title: 'Add User', text: 'With departments, ranks and roles', icon: IconUserPlus },
  { to: '/admin/departments', title: 'Departments and ranks', text: 'Create, order, rename, retire', icon: IconBuildingCommunity },
  { to: '/admin/roles', title: 'Roles', text: 'Groups, levels and who holds them', icon: IconShieldLock },
  { to: '/admin/audit', title: 'Audit log', text: 'Who did what to whom', icon: IconHistory },
  { to: '/servers/list', title: 'Manage Servers', text: 'Game servers and their keys', icon: IconServer },
  { to: '/servers/events', title: 'API Logs', text: 'What servers and integrations call', icon: IconListDetails },
]

export function AdminPage() {
  return (
    <>
      <PageHeader title="Administration" subtitle="People, departments and permissions." />
      <ul className={classes.sections}>
        {SECTIONS.map(({ to, title, text, icon: SectionIcon }) => (
          <li key={to}>
            <Link to={to} className={classes.section}>
              <SectionIcon className={classes.icon} size={22} stroke={1.6} aria-hidden />
              <span>
                <span className={classes.title}>{title}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Card title="Recent changes" link={<Link to="/admin/audit">Whole log</Link>} flush>
        <RecentAudit />
      </Card>
    </>
  )
}
