import type { RoleGroupName } from '@tenfour/contract'
import classes from './RoleChip.module.css'

const STYLED: ReadonlySet<string> = new Set<RoleGroupName>(['Root', 'Admin', 'Staff'])

type RoleChipProps = {
  /** The role's group, which decides how the chip looks. */
  role: string
  /** What it says; the group's name where the role has none of its own. */
  name?: string
}

/** Root, Admin and Staff stand out; every other role is a plain chip. */
export function RoleChip({ role, name = role }: RoleChipProps) {
  return (
    <span className={classes.chip} data-role={STYLED.has(role) ? role : undefined}>
      {name}
    </span>
  )
}
