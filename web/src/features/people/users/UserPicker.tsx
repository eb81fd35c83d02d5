import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { overlayRoot } from '../../../ui/overlay-root.ts'
import { parseTableState } from '../../../ui/table-state.ts'
import classes from './UsersPage.module.css'
import { userListQuery, userListRequest, userQuery } from './users.queries.ts'

type UserPickerProps = {
  label: string
  placeholder?: string
  value: number | null
  onChange: (userId: number | null) => void
  className?: string
}

const PAUSE_MS = 250

/** Finds an account by part of its name, email address or Steam hex. */
export function UserPicker({ label, placeholder, value, onChange, className }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed, PAUSE_MS)
  const [isOpen, setOpen] = useState(false)
  const chosen = useQuery({ ...userQuery(value ?? 0), enabled: value !== null, refetchOnMount: true, staleTime: 60_000 })
  const everyone = { 'f.disabled': 'yes', 'f.deleted': 'yes' }
  // The field shows the name of the selected user, which is not a search term.
  const q = term === chosen.data?.name ? '' : term
  const found = useQuery({ ...userListQuery(userListRequest(parseTableState({ q, ...everyone }))), enabled: isOpen })
  const people = found.data?.items ?? []
  const options = people.map(({ userId, name }) => ({ value: String(userId), label: name }))
  const isListed = options.some((option) => option.value === String(value))
  const current = value !== null && !isListed ? [{ value: String(value), label: chosen.data?.name ?? `User ${value}` }] : []
  return (
    <Select
      className={className}
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      data={[...current, ...options]}
      // The server has already filtered, and not only by name.
      filter={({ options: all }) => all}
      // Names are not unique.
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className="muted">{people.find(({ userId }) => String(userId) === option.value)?.emailAddress}</span>
        </span>
      )}
      comboboxProps={{ width: 280, position: 'bottom-start', portalProps: { target: overlayRoot() } }}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={found.isFetching ? 'Looking…' : 'Nobody matches'}
      rightSection={found.isFetching ? <Loader size={14} aria-label="Looking" /> : undefined}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
