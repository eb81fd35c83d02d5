import { Button, Checkbox } from '@mantine/core'
import type { ManagedDepartment } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorInfo } from '../../../ui/error-info.ts'
import { Stack } from '../../../ui/layout.tsx'
import { playDepartments } from './first-evening.changes.port.ts'
import classes from './FirstEvening.module.css'

type DepartmentsStepProps = { readonly departments: readonly ManagedDepartment[]; readonly onDone: () => void }

export function DepartmentsStep({ departments, onDone }: DepartmentsStepProps) {
  const [played, setPlayed] = useState(() =>
    departments.filter(({ isRetired }) => !isRetired).map(({ departmentId }) => String(departmentId)),
  )
  const save = useMutation({ mutationFn: () => playDepartments(played.map(Number)), onSuccess: onDone, meta: { handled: true } })
  const problem = played.length === 0 ? 'Choose at least one department' : save.error && errorInfo(save.error).message
  return (
    <Stack
      as="form"
      gap={12}
      aria-label="Departments you play"
      onSubmit={(event) => {
        event.preventDefault()
        if (played.length > 0 && !save.isPending) save.mutate()
      }}
    >
      <Checkbox.Group aria-label="Departments you play" value={played} onChange={setPlayed} error={problem}>
        <div className={classes.choices}>
          {departments.map(({ departmentId, name, fullName }) => (
            <Checkbox
              key={departmentId}
              value={String(departmentId)}
              label={fullName === name ? name : `${fullName} (${name})`}
              classNames={{ label: 'anywhere' }}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div>
        <Button type="submit" size="xs" loading={save.isPending}>
          Play {played.length === departments.length ? 'all of these' : played.length === 1 ? 'this one' : `these ${played.length}`}
        </Button>
      </div>
    </Stack>
  )
}
