import type { ReactNode } from 'react'
import classes from './ChartTable.module.css'

type ChartTableProps = {
  caption: string
  columns: readonly string[]
  rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly ReactNode[] }[]
}

/** A chart's data as a table, for users who can't see it or can't use a pointer. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className={classes.details}>
      <summary>As a table</summary>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={caption}>
        <table className={classes.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
