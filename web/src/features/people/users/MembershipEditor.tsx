import { ActionIcon, Radio, Text, Tooltip } from '@mantine/core'
import type { Department, DepartmentMembership } from '@tenfour/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { errorWithin } from '../../../ui/form-errors.ts'
import { ShortName } from '../../../ui/ShortName.tsx'
import { DepartmentSelect, departmentsQuery, RankSelect } from '../departments/departments.port.ts'
import { addMembership, makePrimary, removeMembership, setRank } from './user-draft.ts'
import classes from './MembershipEditor.module.css'
import { Stack } from '../../../ui/layout.tsx'

type MembershipEditorProps = {
  value: readonly DepartmentMembership[]
  onChange: (value: DepartmentMembership[]) => void
  /** The departments that the account is in: a retired one is in no list. */
  held?: readonly Pick<Department, 'departmentId' | 'name' | 'fullName'>[]
  /** By dotted path: `userDepartments`, `userDepartments.0.rankId`. */
  errors: Readonly<Record<string, ReactNode>>
}

const NONE: NonNullable<MembershipEditorProps['held']> = []

export function MembershipEditor({ value, onChange, held = NONE, errors }: MembershipEditorProps) {
  const { data: departments = [] } = useQuery(departmentsQuery(true))
  const group = useId()
  const editor = useRef<HTMLDivElement>(null)
  /** Where the next thing is done: the rank in a row just added, and the field for adding after one was removed. */
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current !== undefined) editor.current?.querySelector<HTMLElement>(`${next.current} input`)?.focus()
    next.current = undefined
  }, [value])
  const add = (departmentId: number) => {
    next.current = `[data-department="${departmentId}"]`
    onChange(addMembership(value, departmentId))
  }
  const remove = (departmentId: number) => {
    next.current = '[data-add]'
    onChange(removeMembership(value, departmentId))
  }
  return (
    <Stack ref={editor} gap={12}>
      {value.length === 0 && (
        <Text c="dimmed" inherit>
          In no department yet.
        </Text>
      )}
      {value.map((membership, index) => {
        const { departmentId, rankId, isPrimary } = membership
        const department = [...departments, ...held].find((each) => each.departmentId === departmentId)
        const name = department?.name ?? `Department ${departmentId}`
        return (
          <fieldset key={departmentId} className={classes.row} data-department={departmentId}>
            <legend className="visually-hidden">{name}</legend>
            <div className={classes.department}>
              <ShortName>{name}</ShortName>
              <Text span inherit fw={550} className="anywhere">
                {department?.fullName}
              </Text>
            </div>
            <div className={classes.rank}>
              <RankSelect
                departmentId={departmentId}
                value={rankId}
                required={false}
                includeReserves
                onChange={({ value: rank }) => onChange(setRank(value, departmentId, rank))}
                error={errorWithin(errors, `userDepartments.${index}`)}
              />
            </div>
            <Radio
              className={classes.primary}
              name={group}
              label="Primary"
              checked={isPrimary}
              onChange={() => onChange(makePrimary(value, departmentId))}
            />
            <Tooltip label={`Remove ${name}`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                className={classes.remove}
                aria-label={`Remove ${name}`}
                onClick={() => remove(departmentId)}
              >
                <IconTrash size={17} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </fieldset>
        )
      })}
      <fieldset className={classes.add} data-add>
        <legend className={classes.legend}>Add to a department</legend>
        <DepartmentSelect
          // A selection becomes a row above; the field is reset for the next.
          key={value.length}
          showAll
          required={false}
          value={null}
          excludedIds={value.map(({ departmentId }) => departmentId)}
          onChange={({ value: chosen }) => chosen !== null && add(chosen)}
          error={errors['userDepartments']}
        />
      </fieldset>
    </Stack>
  )
}
