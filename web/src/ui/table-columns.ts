import type { ReactNode } from 'react'
import type { CellValue } from './table-rows.ts'

export type SelectFilter = { readonly options: readonly { readonly value: string; readonly label: string }[] }

export type TableFilter = { readonly id: string; readonly label: string; readonly filter: 'text' | SelectFilter }

export type Column<Row> = {
  /** Letters, digits, `_` and `.`: it stands in the address. */
  readonly id: string
  readonly header: string
  /** What the column sorts, filters and, without `cell`, draws by. */
  readonly value?: (row: Row) => CellValue
  readonly cell?: (row: Row) => ReactNode
  readonly sortable?: boolean
  readonly filter?: 'text' | SelectFilter
  /** Pixels; a column without one takes its share of what is left. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly mono?: boolean
  /** Drawn in place of the header's text, as a box that selects every row is. */
  readonly headerCell?: ReactNode
  /** Said to screen readers only, as for a column of buttons. */
  readonly hideHeader?: boolean
}

/** Room for a column that names no width, before the table scrolls sideways. */
const FLEXIBLE_WIDTH = 150

export const tableMinWidth = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + (width ?? FLEXIBLE_WIDTH), 0)

export const columnFilters = <Row>(columns: readonly Column<Row>[]): TableFilter[] =>
  columns.flatMap(({ id, header, filter }) => (filter ? [{ id, label: header, filter }] : []))
