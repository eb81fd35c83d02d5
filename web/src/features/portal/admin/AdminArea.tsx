import { Link, Outlet } from '@tanstack/react-router'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import classes from './admin.module.css'

/** The navigation above every administration page. */
export function AdminArea() {
  return (
    <>
      <div className={classes.nav}>
        <TabLinks label="Administration">
          <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }}>
            Overview
          </Link>
          <Link to="/admin/users" activeOptions={{ includeSearch: false }}>
            Users
          </Link>
          <Link to="/admin/add-user">Add User</Link>
          <Link to="/admin/departments">Departments</Link>
          <Link to="/admin/roles" activeOptions={{ includeSearch: false }}>
            Roles
          </Link>
          <Link to="/admin/audit" activeOptions={{ includeSearch: false }}>
            Audit log
          </Link>
          <Link to="/servers/list">Servers</Link>
          <Link to="/servers/events">API Logs</Link>
        </TabLinks>
      </div>
      <Outlet />
    </>
  )
}
