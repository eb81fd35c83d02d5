import { Checkbox } from '@mantine/core'
import classes from './DataTable.module.css'
import type { Column } from './table-columns.ts'

type Key = string | number

export type TableSelection<Row> = {
  readonly selected: ReadonlySet<Key>
  readonly onChange: (selected: ReadonlySet<Key>) => void
  /** The row's name in the checkbox label. */
  readonly nameOf: (row: Row) => string
}

/** A checkbox for each row, and one in the header for all rows shown. Selected rows on other pages stay selected. */
export function selectionColumn<Row>(
  { selected, onChange, nameOf }: TableSelection<Row>,
  rowKey: (row: Row) => Key,
  visible: readonly Row[],
): Column<Row> {
  const keys = visible.map(rowKey)
  const chosen = keys.filter((key) => selected.has(key)).length
  const set = (change: readonly Key[], isOn: boolean) => {
    const next = new Set(selected)
    for (const key of change) void (isOn ? next.add(key) : next.delete(key))
    onChange(next)
  }
  return {
    id: 'select',
    header: 'Select',
    width: 44,
    headerCell: (
      <Checkbox
        size="xs"
        aria-label="Select every row of this page"
        disabled={keys.length === 0}
        checked={keys.length > 0 && chosen === keys.length}
        indeterminate={chosen > 0 && chosen < keys.length}
        onChange={(event) => set(keys, event.currentTarget.checked)}
      />
    ),
    cell: (row) => (
      // The whole cell toggles the checkbox: a near miss must not open the row.
      <label className={classes.select} htmlFor={`select-${rowKey(row)}`}>
        <Checkbox
          id={`select-${rowKey(row)}`}
          size="xs"
          aria-label={`Select ${nameOf(row)}`}
          checked={selected.has(rowKey(row))}
          onChange={(event) => set([rowKey(row)], event.currentTarget.checked)}
        />
      </label>
    ),
  }
}
