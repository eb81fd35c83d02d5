import { Checkbox } from '@mantine/core'
import { Permission } from '@tenfour/contract'
import type { ReactNode } from 'react'
import classes from './UserPage.module.css'

const DESCRIPTIONS: Record<Permission, string> = {
  MANAGE_USERS: 'Administer accounts through the API',
  MANAGE_MEMBERS: 'Look after members: ranks, notes, leave, whitelist',
  MANAGE_SERVERS: 'Register and change game servers',
  MANAGE_DISCORD: 'Give Discord channels and roles their purpose',
  DISCORD_ADMIN: 'Everything the Discord bot can do',
}

type PermissionBoxesProps = { value: readonly Permission[]; onChange: (value: Permission[]) => void; error?: ReactNode }

export function PermissionBoxes({ value, onChange, error }: PermissionBoxesProps) {
  return (
    <Checkbox.Group
      aria-label="Permissions"
      value={[...value]}
      onChange={(chosen) => onChange(Permission.options.filter((each) => chosen.includes(each)))}
      error={error}
    >
      <div className={classes.boxes}>
        {Permission.options.map((each) => (
          <Checkbox key={each} value={each} label={<span className="mono">{each}</span>} description={DESCRIPTIONS[each]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
