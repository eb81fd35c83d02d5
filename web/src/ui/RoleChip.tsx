import type { RoleGroupName } from '@tenfour/contract'
import classes from './RoleChip.module.css'

const STYLED: ReadonlySet<string> = new Set<RoleGroupName>(['Root', 'Admin', 'Staff'])

type RoleChipProps = {
  /** The role's group, which determines the chip's style. */
  role: string
  /** The text; defaults to the group's name. */
  name?: string
}

/** Root, Admin and Staff are highlighted; every other role is a plain chip. */
export function RoleChip({ role, name = role }: RoleChipProps) {
  return (
    <span className={classes.chip} data-role={STYLED.has(role) ? role : undefined}>
      {name}
    </span>
  )
}
