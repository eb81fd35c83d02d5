import { Link } from '@tanstack/react-router'
import { useTiles } from '../../../platform/view/page-links.ts'
import { RecentAudit } from '../../people/audit/audit.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { iconOf } from './AdminArea.tsx'
import classes from './admin.module.css'
import { Columns } from '../../../ui/layout.tsx'

export function AdminPage() {
  const pages = useTiles()
  return (
    <>
      <PageHeader title="Administration" subtitle="People, departments and permissions." />
      <Columns as="ul" of="repeat(auto-fill, minmax(min(250px, 100%), 1fr))" gap={12}>
        {pages.map(({ to, title, text }) => {
          const PageIcon = iconOf(to)
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
      </Columns>
      <Card title="Recent changes" link={<Link to="/admin/audit">Whole log</Link>} flush>
        <RecentAudit />
      </Card>
    </>
  )
}
