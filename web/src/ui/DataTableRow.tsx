import type { KeyboardEvent, MouseEvent } from 'react'
import classes from './DataTable.module.css'
import { isRowClick } from './row-click.ts'
import type { Column } from './table-columns.ts'
import { valueText } from './table-rows.ts'

type DataTableRowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  /** Roving tab index: one row is a tab stop, and the arrow keys reach the others. */
  isTabStop: boolean
  onOpen?: (row: Row) => void
}

export function DataTableRow<Row>({ columns, row, isTabStop, onOpen }: DataTableRowProps<Row>) {
  const opening = onOpen && {
    tabIndex: isTabStop ? 0 : -1,
    'data-clickable': true,
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      if (isRowClick(event)) onOpen(row)
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.target !== event.currentTarget) return
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        onOpen(row)
      } else moveFocus(event)
    },
  }
  return (
    <tr {...opening}>
      {columns.map(({ id, value, cell, align, mono }) => {
        const text = valueText(value?.(row))
        return (
          <td key={id} data-align={align} className={mono ? `mono ${classes.cell}` : classes.cell} title={text || undefined}>
            {cell ? cell(row) : text || <span className="faint">–</span>}
          </td>
        )
      })}
    </tr>
  )
}

function moveFocus(event: KeyboardEvent<HTMLTableRowElement>): void {
  const { currentTarget: row, key } = event
  const body = row.parentElement
  const targets: Record<string, Element | null | undefined> = {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: body?.firstElementChild,
    End: body?.lastElementChild,
  }
  const target = targets[key]
  if (!(target instanceof HTMLElement)) return
  event.preventDefault()
  target.focus()
}
