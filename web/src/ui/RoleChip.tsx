import type { RoleGroupName } from '@tenfour/contract'
import classes from './RoleChip.module.css'

const STYLED: ReadonlySet<string> = new Set<RoleGroupName>(['Root', 'Admin', 'Staff'])

/** Root, Admin and Staff stand out; every other role is a plain chip. */
export function RoleChip({ role }: { role: RoleGroupName }) {
  return (
    <span className={classes.chip} data-role={STYLED.has(role) ? role : undefined}>
      {role}
    </span>
  )
}
