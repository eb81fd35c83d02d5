import { Button, NativeSelect } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DebouncedTextInput } from './DebouncedTextInput.tsx'
import type { TableFilter } from './table-columns.ts'
import { changeTable, isFiltered, setFilter, type TableState } from './table-state.ts'
import { Row } from './/layout.tsx'

type DataTableToolbarProps = {
  filters: readonly TableFilter[]
  state: TableState
  onStateChange: (state: TableState) => void
  searchLabel: string | null
  extra?: ReactNode
  onArrowDown: () => void
}

export function DataTableToolbar({ filters, state, onStateChange, searchLabel, extra, onArrowDown }: DataTableToolbarProps) {
  if (searchLabel === null && filters.length === 0 && !extra) return null
  return (
    <Row>
      {searchLabel !== null && (
        <DebouncedTextInput
          className={classes.search}
          label={searchLabel}
          icon={<IconSearch size={16} aria-hidden />}
          value={state.q}
          onCommit={(q) => onStateChange(changeTable(state, { q }))}
          onArrowDown={onArrowDown}
        />
      )}
      {filters.map((each) => (
        <FilterField
          key={each.id}
          filter={each}
          value={state.filters[each.id] ?? ''}
          onChange={(value) => onStateChange(setFilter(state, each.id, value))}
        />
      ))}
      {isFiltered(state) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => onStateChange(changeTable(state, { q: '', filters: {} }))}
        >
          Clear filters
        </Button>
      )}
      {extra && <div className={classes.extra}>{extra}</div>}
    </Row>
  )
}

type FilterFieldProps = { filter: TableFilter; value: string; onChange: (value: string) => void }

function FilterField({ filter: { label, filter }, value, onChange }: FilterFieldProps) {
  if (filter === 'text') return <DebouncedTextInput className={classes.filter} label={label} value={value} onCommit={onChange} />
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data-active={value !== '' || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: `${label}: any` }, ...filter.options]}
    />
  )
}
