import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Choice } from './choice.ts'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import { ranksQuery, useLoggedFailure } from './departments.queries.ts'

export type RankSelectProps = {
  /** The department of the ranks; null disables the select. */
  departmentId: number | null
  value: number | null
  onChange: (choice: Choice) => void
  required?: boolean
  includeReserves?: boolean
  error?: ReactNode
}

export function RankSelect({ departmentId, value, onChange, required = true, includeReserves = false, error }: RankSelectProps) {
  const query = ranksQuery(departmentId ?? 0, includeReserves)
  const ranks = useQuery({ ...query, queryFn: departmentId === null ? skipToken : query.queryFn })
  const failure = useLoggedFailure(ranks.error, 'Ranks could not be loaded')
  const options = departmentId === null ? [] : ranks.data?.map(({ rankId, rankName }) => ({ id: rankId, label: rankName }))
  return (
    <ChoiceSelect
      label="Rank"
      options={options}
      value={value}
      onChange={onChange}
      required={required}
      loading={ranks.isFetching && !ranks.data}
      failure={failure}
      onRetry={ranks.refetch}
      emptyText="No ranks in this department"
      blockedText={departmentId === null ? 'Choose a department first' : undefined}
      error={error}
    />
  )
}
