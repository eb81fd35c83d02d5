import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconSearchOff } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import { DataTableFooter } from './DataTableFooter.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { DataTableToolbar } from './DataTableToolbar.tsx'
import { Empty, PageError } from './PageStates.tsx'
import { selectionColumn, type TableSelection } from './selection-column.tsx'
import { columnFilters, tableMinWidth, type Column, type TableFilter } from './table-columns.ts'
import { changeTable, isFiltered, nextSort, type TableSort, type TableState } from './table-state.ts'
import { useTableRows } from './use-table-rows.ts'
import { Stack } from './/layout.tsx'

export type DataTableProps<Row extends object> = {
  /** The table's label for screen readers: 'Members'. */
  label: string
  /** The noun for the rows, in the plural: 'members'. The label if omitted. */
  noun?: string
  /** Declared outside the component or memoised: a new array sorts and filters everything again. */
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  state: TableState
  onStateChange: (state: TableState) => void
  /** The sort order after descending. */
  defaultSort?: TableSort | null
  /** Server mode: the total number of rows, with `rows` being the current page. */
  total?: number
  /** False if the server stopped counting at `total`; the table then shows '1,000+' and allows one page further. */
  isTotalExact?: boolean
  /** Filters besides those of the columns, stored in the same state. */
  filters?: readonly TableFilter[]
  loading?: boolean
  error?: unknown
  onRetry?: () => unknown
  onRowClick?: (row: Row) => void
  /** Makes rows selectable, for bulk actions. */
  selection?: TableSelection<Row>
  /** Shown when there are no rows at all; a filter without matches has its own message. */
  empty: { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode }
  /** The search field's label; null hides the field. */
  searchLabel?: string | null
  toolbar?: ReactNode
  /** The maximum height before the body scrolls. */
  maxHeight?: string
}

const SKELETON_ROWS = 8
const NONE: readonly never[] = []

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, state, onStateChange, defaultSort = null, error, onRetry, onRowClick, selection, empty } = props
  const { searchLabel = `Search ${label.toLowerCase()}`, toolbar, maxHeight, isTotalExact = true, filters = NONE } = props
  const rows: readonly Row[] = props.rows ?? NONE
  const isLoading = props.loading === true || (props.rows === undefined && !error)
  const { visible, total, page } = useTableRows({ columns, rows, state, total: props.total, isTotalExact })
  const isFirstLoad = isLoading && rows.length === 0
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const shown = isPhone ? columns.filter(({ isWideOnly }) => !isWideOnly) : columns
  const drawn = selection ? [selectionColumn(selection, rowKey, visible), ...shown] : shown
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    // Not returned: newer browsers return a promise, which React would take for a clean-up function.
    scroller.current?.scrollTo({ top: 0 })
  }, [page])

  return (
    <Stack gap={12}>
      <DataTableToolbar
        filters={[...columnFilters(columns), ...filters]}
        state={state}
        onStateChange={onStateChange}
        searchLabel={searchLabel}
        extra={toolbar}
        onArrowDown={() => scroller.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()}
      />
      <div className={classes.frame}>
        {/* oxlint-disable-next-line no-noninteractive-tabindex -- only focusable elements can be scrolled by keyboard */}
        <section ref={scroller} className={classes.scroll} style={{ maxHeight }} tabIndex={0} aria-label={label} aria-busy={isLoading}>
          <table className={classes.table} style={{ minWidth: tableMinWidth(drawn) }}>
            <colgroup>
              {drawn.map(({ id, width }) => (
                <col key={id} style={{ width }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {drawn.map((column) => (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    sort={state.sort}
                    onSort={() => onStateChange(changeTable(state, { sort: nextSort(state.sort, column.id, defaultSort) }))}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {isFirstLoad
                ? Array.from({ length: SKELETON_ROWS }, (_, row) => <SkeletonRow key={`skeleton-${row}`} columns={drawn} row={row} />)
                : visible.map((row, index) => (
                    <DataTableRow key={rowKey(row)} columns={drawn} row={row} isTabStop={index === 0} onOpen={onRowClick} />
                  ))}
            </tbody>
          </table>
          {!isFirstLoad && visible.length === 0 && (
            <TableNote
              noun={props.noun ?? label.toLowerCase()}
              error={error}
              onRetry={onRetry}
              empty={empty}
              state={state}
              onStateChange={onStateChange}
            />
          )}
        </section>
        {total > 0 && (
          <DataTableFooter
            label={label}
            state={state}
            page={page}
            total={total}
            isTotalExact={isTotalExact}
            shown={visible.length}
            onStateChange={onStateChange}
          />
        )}
      </div>
    </Stack>
  )
}

type HeaderCellProps<Row> = { column: Column<Row>; sort: TableSort | null; onSort: () => void }

function HeaderCell<Row>({ column: { id, header, headerCell, sortable, align, hideHeader }, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.id === id ? (sort.desc ? 'descending' : 'ascending') : 'none'
  if (!sortable) {
    return (
      <th scope="col" data-align={align}>
        {headerCell ?? <span className={hideHeader ? 'visually-hidden' : undefined}>{header}</span>}
      </th>
    )
  }
  const Arrow = direction === 'none' ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      <button type="button" className={classes.sort} data-sorted={direction !== 'none' || undefined} onClick={onSort}>
        <span className={classes.sortText}>{header}</span>
        <Arrow className={classes.arrow} size={14} aria-hidden />
      </button>
    </th>
  )
}

function SkeletonRow<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: number }) {
  return (
    <tr aria-hidden>
      {columns.map(({ id }, index) => (
        <td key={id}>
          <Skeleton height={10} width={`${45 + ((row * 23 + index * 31) % 45)}%`} />
        </td>
      ))}
    </tr>
  )
}

type TableNoteProps = { noun: string } & Pick<DataTableProps<object>, 'error' | 'onRetry' | 'empty' | 'state' | 'onStateChange'>

/** An empty table, for one of three reasons with different next steps. */
function TableNote({ noun, error, onRetry, empty, state, onStateChange }: TableNoteProps) {
  if (error) return <PageError error={error} onRetry={onRetry} />
  if (!isFiltered(state)) return <Empty {...empty} />
  return (
    <Empty
      icon={<IconSearchOff size={28} stroke={1.6} />}
      title="Nothing matches"
      text={`No ${noun} match your filters.`}
      action={
        <Button variant="default" onClick={() => onStateChange(changeTable(state, { q: '', filters: {} }))}>
          Clear filters
        </Button>
      }
    />
  )
}
