import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column } from './table-columns.ts'
import { compareValues, matchesText, valueText, type CellValue } from './table-rows.ts'
import { clampPage, type TableState } from './table-state.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

type RowsInput<Row extends object> = {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly state: TableState
  /** The server's total; if given, the rows are one page that is already filtered and sorted. */
  readonly total: number | undefined
  /** False if the server stopped counting at `total`: further pages may follow. */
  readonly isTotalExact: boolean
}

/** The rows to render, and the total over all pages. */
export function useTableRows<Row extends object>({ columns, rows, state, total, isTotalExact }: RowsInput<Row>) {
  const isServer = total !== undefined
  const definitions = useMemo(() => columns.map((column) => definition(column)), [columns])
  const values = useMemo(() => columns.flatMap(({ value }) => value ?? []), [columns])
  const columnFilters = useMemo(() => Object.entries(state.filters).map(([id, value]) => ({ id, value })), [state.filters])
  const sorting = useMemo(() => (state.sort ? [{ id: state.sort.id, desc: state.sort.desc }] : []), [state.sort])
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows,
    state: { columnFilters, sorting, globalFilter: state.q.trim() },
    manualFiltering: isServer,
    manualSorting: isServer,
    // The query is matched against the whole row, so checking one column is enough.
    getColumnCanGlobalFilter: (column) => column.id === columns[0]?.id,
    globalFilterFn: (row, _columnId, query: string) =>
      matchesText(
        values.map((value) => value(row.original)),
        query,
      ),
  })
  if (isServer) return { visible: rows, total, page: isTotalExact ? clampPage(state.page, total, state.size) : state.page }
  const all = table.getSortedRowModel().rows
  const page = clampPage(state.page, all.length, state.size)
  const visible = all.slice((page - 1) * state.size, page * state.size).map(({ original }) => original)
  return { visible, total: all.length, page }
}

function definition<Row extends object>({ id, header, value, filter, sortable = false }: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id,
    header,
    // Missing values sort last in both directions, which the table library does only for undefined.
    accessorFn: (row) => value?.(row) ?? undefined,
    enableSorting: sortable && value !== undefined,
    sortUndefined: 'last',
    sortFn: (a, b) => compareValues(value?.(a.original) ?? '', value?.(b.original) ?? ''),
    filterFn: (row, _columnId, wanted: string) => matchesFilter(value?.(row.original), filter, wanted),
  }
}

const matchesFilter = (value: CellValue, filter: Column<never>['filter'], wanted: string): boolean =>
  filter === 'text' ? matchesText([value], wanted) : valueText(value) === wanted
