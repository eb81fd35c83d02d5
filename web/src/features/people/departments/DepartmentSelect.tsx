import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withoutExcluded, type Choice } from './choice.ts'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import { departmentsQuery, useLoggedFailure } from './departments.queries.ts'

export type DepartmentSelectProps = {
  value: number | null
  onChange: (choice: Choice) => void
  required?: boolean
  /** All departments instead of only the user's own. */
  showAll?: boolean
  excludedIds?: readonly number[]
  error?: ReactNode
}

const NONE: readonly number[] = []

export function DepartmentSelect({ value, onChange, required = true, showAll = false, excludedIds = NONE, error }: DepartmentSelectProps) {
  const departments = useQuery(departmentsQuery(showAll))
  const failure = useLoggedFailure(departments.error, 'Departments could not be loaded')
  const options = departments.data?.map(({ departmentId, name, fullName }) => ({
    id: departmentId,
    label: fullName === name ? name : `${fullName} (${name})`,
  }))
  return (
    <ChoiceSelect
      label="Department"
      options={options && withoutExcluded(options, excludedIds)}
      value={value}
      onChange={onChange}
      required={required}
      loading={departments.isFetching && !departments.data}
      failure={failure}
      onRetry={departments.refetch}
      emptyText="No departments"
      error={error}
    />
  )
}
