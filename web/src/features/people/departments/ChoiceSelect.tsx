import { Button, Loader, Select } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { overlayRoot } from '../../../ui/overlay-root.ts'
import classes from './ChoiceSelect.module.css'
import { useQuery, skipToken } from '@tanstack/react-query'
import { departmentsQuery, useLoggedFailure, ranksQuery } from './departments.queries.ts'

/** The choice that a dropdown reports: the selected id, and whether there is one. */
type Choice = { readonly value: number | null; readonly valid: boolean }

type Option = { readonly id: number; readonly label: string }

export const choiceOf = (value: number | null): Choice => ({ value, valid: value !== null })

export const withoutExcluded = (options: readonly Option[], excludedIds: readonly number[]): Option[] =>
  options.filter(({ id }) => !excludedIds.includes(id))

/** Whether a value is no longer available: only a loaded list can tell. */
export const isGone = (value: number | null, options: readonly Option[] | undefined): boolean =>
  value !== null && options !== undefined && !options.some(({ id }) => id === value)

type ChoiceSelectProps = {
  label: string
  /** Undefined while loading, and after a failure. */
  options: readonly Option[] | undefined
  value: number | null
  onChange: (choice: Choice) => void
  required: boolean
  loading: boolean
  /** Set when loading failed; the list is then empty and can be reloaded. */
  failure: string | null
  onRetry: () => unknown
  emptyText: string
  /** Why nothing can be selected yet. */
  blockedText?: string
  error?: ReactNode
  /** A dialog begins here. */
  isDialogFocus?: boolean
}

/** A select for ids, which clears a value that its list no longer contains. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { label, options, value, onChange, required, loading, failure, onRetry, emptyText, blockedText, error, isDialogFocus } = props
  const gone = isGone(value, options)
  const [search, setSearch] = useState('')
  const takeBack = useEffectEvent(() => onChange(choiceOf(null)))
  useEffect(() => {
    if (gone) takeBack()
  }, [gone])

  const placeholder = blockedText ?? (loading ? 'Loading…' : options?.length ? 'Choose' : emptyText)
  return (
    <div className={classes.choice}>
      <Select
        label={label}
        comboboxProps={{ portalProps: { target: overlayRoot() } }}
        data-autofocus={isDialogFocus || undefined}
        required={required}
        withAsterisk={required}
        searchable
        clearable={!required}
        allowDeselect={!required}
        selectFirstOptionOnChange
        searchValue={search}
        onSearchChange={setSearch}
        // Selecting the same value again triggers no change, so the search text has to be reset here.
        onOptionSubmit={(id) => setSearch(options?.find((option) => String(option.id) === id)?.label ?? '')}
        disabled={blockedText !== undefined}
        placeholder={placeholder}
        nothingFoundMessage={options?.length ? 'Nothing matches' : emptyText}
        rightSection={loading ? <Loader size={14} aria-label={`Loading ${label.toLowerCase()}s`} /> : undefined}
        aria-busy={loading}
        data={(options ?? []).map(({ id, label: text }) => ({ value: String(id), label: text }))}
        value={value === null || gone ? null : String(value)}
        onChange={(next) => onChange(choiceOf(next === null ? null : Number(next)))}
        error={failure ?? error}
      />
      {failure && (
        <Button className={classes.retry} variant="subtle" size="compact-sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

type DepartmentSelectProps = {
  value: number | null
  onChange: (choice: Choice) => void
  required?: boolean
  /** All departments instead of only the user's own. */
  showAll?: boolean
  excludedIds?: readonly number[]
  error?: ReactNode
  isDialogFocus?: boolean
}

const NONE: readonly number[] = []

export function DepartmentSelect({
  value,
  onChange,
  required = true,
  showAll = false,
  excludedIds = NONE,
  error,
  isDialogFocus,
}: DepartmentSelectProps) {
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
      isDialogFocus={isDialogFocus}
    />
  )
}

type RankSelectProps = {
  /** The department of the ranks; null disables the select. */
  departmentId: number | null
  value: number | null
  onChange: (choice: Choice) => void
  required?: boolean
  includeReserves?: boolean
  error?: ReactNode
  isDialogFocus?: boolean
}

export function RankSelect({
  departmentId,
  value,
  onChange,
  required = true,
  includeReserves = false,
  error,
  isDialogFocus,
}: RankSelectProps) {
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
      isDialogFocus={isDialogFocus}
    />
  )
}
