import { Button, NativeSelect } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DebouncedTextInput } from './DebouncedTextInput.tsx'
import type { Column } from './table-columns.ts'
import { changeTable, isFiltered, setFilter, type TableState } from './table-state.ts'

type DataTableToolbarProps<Row> = {
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (state: TableState) => void
  searchLabel: string | null
  extra?: ReactNode
}

export function DataTableToolbar<Row>({ columns, state, onStateChange, searchLabel, extra }: DataTableToolbarProps<Row>) {
  const filterable = columns.filter(({ filter }) => filter)
  if (searchLabel === null && filterable.length === 0 && !extra) return null
  return (
    <div className={classes.toolbar}>
      {searchLabel !== null && (
        <DebouncedTextInput
          className={classes.search}
          label={searchLabel}
          icon={<IconSearch size={16} aria-hidden />}
          value={state.q}
          onCommit={(q) => onStateChange(changeTable(state, { q }))}
        />
      )}
      {filterable.map((column) => (
        <ColumnFilter
          key={column.id}
          column={column}
          value={state.filters[column.id] ?? ''}
          onChange={(value) => onStateChange(setFilter(state, column.id, value))}
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
    </div>
  )
}

type ColumnFilterProps<Row> = { column: Column<Row>; value: string; onChange: (value: string) => void }

function ColumnFilter<Row>({ column: { header, filter }, value, onChange }: ColumnFilterProps<Row>) {
  if (!filter) return null
  if (filter === 'text') return <DebouncedTextInput className={classes.filter} label={header} value={value} onCommit={onChange} />
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={header}
      data-active={value !== '' || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: `${header}: any` }, ...filter.options]}
    />
  )
}
