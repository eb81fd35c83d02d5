import { Checkbox } from '@mantine/core'
import { Permission } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { PERMISSION_WORDS } from './permission.labels.ts'
import { Columns } from '../../../ui/layout.tsx'

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
