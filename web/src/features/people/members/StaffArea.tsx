import { Link, Outlet } from '@tanstack/react-router'
import classes from './StaffArea.module.css'

const LINKS = [
  { to: '/staff/members', label: 'Members' },
  { to: '/staff/announcements', label: 'Announcements' },
  { to: '/staff/patrol-viewer', label: 'Patrol Viewer' },
] as const

/** The staff pages under one row of links; the Staff menu has only what the specification lists. */
export function StaffArea() {
  return (
    <>
      <nav className={classes.nav} aria-label="Staff">
        {LINKS.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.link}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
