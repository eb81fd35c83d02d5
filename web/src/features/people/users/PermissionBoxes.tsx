import { Checkbox } from '@mantine/core'
import { Permission } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Columns } from '../../../ui/layout.tsx'

/** Texts that say what each permission opens. The pages themselves need a role: Staff for /staff and /discord, Admin for /admin and /servers. */
export const PERMISSION_WORDS: Record<Permission, string> = {
  MANAGE_USERS: 'Create and change accounts, roles and whitelists through the API. The Admin pages need the Admin role.',
  MANAGE_MEMBERS:
    'Former members and leave requests. Ranks, notes, warnings, leave and whitelists through the API. The Staff pages need the Staff role.',
  MANAGE_SERVERS: 'Game servers, their keys and maps, and the whitelist push through the API. The server pages need the Admin role.',
  MANAGE_DISCORD: 'Types of channels and roles, mappings, messages, votes and grants in Manage Discord, with the Staff role.',
  DISCORD_ADMIN: 'The connection to Discord, “Fix all” and removing a Discord server in Manage Discord, with the Staff role.',
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
      <Columns gap="14px 20px" stackBelow="48em">
        {Permission.options.map((each) => (
          <Checkbox key={each} value={each} label={<span className="mono">{each}</span>} description={PERMISSION_WORDS[each]} />
        ))}
      </Columns>
    </Checkbox.Group>
  )
}
