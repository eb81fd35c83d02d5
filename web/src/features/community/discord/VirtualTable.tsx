import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { useRowHeight } from '../../../panels/grid/rows.ts'
import classes from './Lists.module.css'

type VirtualTableProps<Row> = {
  label: string
  /** The columns of each row, as CSS has them. */
  columns: string
  head: ReactNode
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A line below the row: why it was not saved. */
  problemOf: (row: Row) => string
  isHeading?: (row: Row) => boolean
  renderCells: (row: Row) => ReactNode
}

const HEAD = 28
/** A list of types needs more room than a line of text. */
const MORE_ROOM = 6
const PROBLEM = 22

export const problemId = (key: string): string => `problem-${key}`

/** A table that draws only the rows in sight, and the one with the focus. */
export function VirtualTable<Row extends object>({
  label,
  columns,
  head,
  rows,
  rowKey,
  problemOf,
  isHeading,
  renderCells,
}: VirtualTableProps<Row>) {
  const rowHeight = useRowHeight() + MORE_ROOM
  const scroll = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const focusedIndex = focused === null ? -1 : rows.findIndex((row) => rowKey(row) === focused)
  const keyAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? String(index) : rowKey(row)
  }
  // oxlint-disable-next-line react/incompatible-library -- its results change on every scroll and are not memoised here
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => {
      const row = rows[index]
      return rowHeight + (row !== undefined && problemOf(row) ? PROBLEM : 0)
    },
    getItemKey: keyAt,
    overscan: 8,
    scrollMargin: HEAD,
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), focusedIndex),
  })
  // While it is scrolled, rows that are drawn already are not drawn again.
  const cellsOf = useMemo(() => keepDrawn(renderCells), [renderCells])
  const problems = rows
    .filter((row) => problemOf(row))
    .map(rowKey)
    .join()
  useLayoutEffect(() => drawn.measure(), [drawn, problems, rowHeight])

  // A row may go while it has the focus: deleted in Discord, or no longer needed here.
  useLayoutEffect(() => {
    if (focused !== null && focusedIndex === -1 && document.activeElement === document.body) scroll.current?.focus()
  }, [focused, focusedIndex])

  const noteFocus = ({ target }: FocusEvent<HTMLElement>) => setFocused(target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null)
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard
    <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes which row has the focus */}
      <table className={classes.table} aria-rowcount={rows.length + 1} onFocus={noteFocus} onBlur={() => setFocused(null)}>
        <thead>
          <tr className={classes.head} style={{ gridTemplateColumns: columns }} aria-rowindex={1}>
            {head}
          </tr>
        </thead>
        <tbody className={classes.body} style={{ height: drawn.getTotalSize() }}>
          {drawn.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]
            if (row === undefined) return null
            const problem = problemOf(row)
            return (
              <tr
                key={rowKey(row)}
                data-key={rowKey(row)}
                className={classes.row}
                data-heading={isHeading?.(row) || undefined}
                aria-rowindex={index + 2}
                style={{ height: size, transform: `translateY(${start - HEAD}px)`, gridTemplateColumns: columns }}
              >
                {cellsOf(row)}
                {problem && (
                  <td className={classes.problem} id={problemId(rowKey(row))}>
                    {problem}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const withIndex = (indexes: number[], index: number): number[] =>
  index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b)

function keepDrawn<Row extends object>(draw: (row: Row) => ReactNode): (row: Row) => ReactNode {
  const drawn = new WeakMap<Row, ReactNode>()
  return (row) => {
    if (!drawn.has(row)) drawn.set(row, draw(row))
    return drawn.get(row)
  }
}
